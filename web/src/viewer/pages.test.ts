import { describe, expect, it } from "vitest";
import { scaleOf, zoomed } from "./pages";
import { pictureAddress } from "./types";

describe("zoomed", () => {
  it("goes up and down between 0.25 and 2 and stays there", () => {
    expect(zoomed("fit", 1)).toBe(1.25);
    expect(zoomed(1, -1)).toBe(0.75);
    expect(zoomed(2, 1)).toBe(2);
    expect(zoomed(0.25, -1)).toBe(0.25);
    expect(scaleOf("fit")).toBe(1);
  });
});

describe("pictureAddress", () => {
  it("lets pixels through and nothing that a browser could run", () => {
    const picture = { bytes_base64: "AAAA", scaled_down: false };
    expect(pictureAddress({ ...picture, mime_type: "image/jpeg" })).toBe("data:image/jpeg;base64,AAAA");
    expect(pictureAddress({ ...picture, mime_type: "image/svg+xml" })).toBe("data:image/png;base64,AAAA");
    expect(pictureAddress({ ...picture, mime_type: "text/html" })).toBe("data:image/png;base64,AAAA");
  });
});
