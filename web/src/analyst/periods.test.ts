import { expect, test } from "vitest";
import { periodsOf, periodText } from "./periods";

const bucket = (unit: string) => ({ bucket: { column: "orders.order_date", unit } });
const counted = { agg: { func: "count" }, alias: "orders" };

test("a column is the period that its item of the plan is cut to, whatever it is called", () => {
  const plan = { select: [counted, { ...bucket("month"), alias: "when" }, bucket("day"), bucket("weekday")] };
  expect(periodsOf(plan, 4)).toEqual([undefined, "month", undefined, undefined]);
});

test("without a selection the groups come first", () => {
  expect(periodsOf({ group_by: ["country", bucket("quarter")] }, 3)).toEqual([undefined, "quarter", undefined]);
});

test("SQL, and a plan that is none, have no periods", () => {
  expect(periodsOf(null, 1)).toEqual([undefined]);
  expect(periodsOf({ select: "month", group_by: 1 }, 1)).toEqual([undefined]);
  expect(periodsOf({ select: [bucket("month")] }, 2)).toEqual([undefined, undefined]);
});

test("a period is called as a reader calls it", () => {
  expect(periodText("2024-01-01", "year")).toBe("2024");
  expect(periodText("2024-10-01", "quarter")).toBe("2024 Q4");
  expect(periodText("2024-01-01", "month")).toBe("Jan 2024");
  expect(periodText("2024-01-01", "week")).toBe("Week of 2024-01-01");
  expect(periodText("2024-01-01T13:00:00", "hour")).toBe("2024-01-01 13:00");
  expect(periodText("infinity", "month")).toBe("infinity");
  expect(periodText("0024-03-01", "month")).toBe("Mar 24");
  expect(periodText("300000-03-01", "month")).toBe("300000-03-01");
});
