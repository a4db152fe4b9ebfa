import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// Where `npm run dev` finds the server: start one with `keenbench serve` and open the page with
// its token once.
const server = "http://127.0.0.1:8765";

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: "../src/keenbench/server/ui",
    emptyOutDir: true,
    // The Content-Security-Policy allows only files of our own host.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      "/rpc": server,
      "/events": server,
      "/healthz": server,
      "^/workbenches/[^/]+/files": server,
    },
  },
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}"],
    // A bound on what hangs, not on how fast a busy machine is.
    testTimeout: 60_000,
  },
});
