import { afterEach, describe, expect, it, vi } from "vitest";
import { downloadAddress, rpc } from "./client";
import { Failure } from "./failure";

afterEach(() => vi.unstubAllGlobals());

function answering(status: number, body: string) {
  const fetched = vi.fn<typeof fetch>(async () => new Response(body, { status }));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

async function refusal(): Promise<Failure> {
  try {
    await rpc("WorkbenchList", {});
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown;
    throw thrown;
  }
  throw new Error("the call was not refused");
}

describe("rpc", () => {
  it("posts the parameters as JSON to the method's own address", async () => {
    const fetched = answering(200, '{"result": {"workbench_id": "w1", "name": "Report"}}');
    const made = await rpc("WorkbenchCreate", { name: "Report" });
    expect(made).toEqual({ workbench_id: "w1", name: "Report" });
    const [address, init] = fetched.mock.calls[0] ?? [];
    expect(address).toBe("/rpc/WorkbenchCreate");
    expect(init?.method).toBe("POST");
    expect(init?.body).toBe('{"name":"Report"}');
  });

  it("throws the server's own words, code and actions", async () => {
    const error = {
      error_code: "DISK_FULL",
      message: "The disk is full.",
      retryable: true,
      actions: ["free_disk_space"],
    };
    answering(507, JSON.stringify({ error }));
    const failure = await refusal();
    expect(failure.status).toBe(507);
    expect(failure.message).toBe("The disk is full.");
    expect(failure.info).toEqual(error);
  });

  it("says what it got when the answer is not KeenBench's", async () => {
    answering(502, "<html>Bad gateway</html>");
    const failure = await refusal();
    expect(failure.message).toContain("HTTP 502");
  });

  it("says that the server does not answer, and that one may try again", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("Failed to fetch");
    });
    const failure = await refusal();
    expect(failure.message).toContain("does not answer");
    expect(failure.info.retryable).toBe(true);
  });
});

describe("downloadAddress", () => {
  it("keeps a name with odd characters inside one part of the path", () => {
    expect(downloadAddress("w1", "a/b?c #1.txt", "draft")).toBe(
      "/workbenches/w1/files/a%2Fb%3Fc%20%231.txt?version=draft",
    );
  });
});
