import { expect, test } from "vitest";
import { createRequestCounts } from "./request-counts.ts";

test("requests are counted by kind, and their times by route in buckets that hold the smaller ones as well", () => {
  const counts = createRequestCounts([0.01, 0.1, 1]);
  const good = counts.counting({ route: "/a", method: "GET", status: 200 });
  const bad = counts.counting({ route: "/a", method: "GET", status: 502 });
  for (const seconds of [0.01, 0.5, 0.25]) good(seconds);
  bad(4);
  const lines = counts.render().split("\n");
  for (const line of [
    "# TYPE yieldboard_http_requests_total counter",
    'yieldboard_http_requests_total{route="/a",method="GET",status="200"} 3',
    'yieldboard_http_requests_total{route="/a",method="GET",status="502"} 1',
    "# TYPE yieldboard_http_request_duration_seconds histogram",
    'yieldboard_http_request_duration_seconds_bucket{le="0.01",route="/a"} 1',
    'yieldboard_http_request_duration_seconds_bucket{le="0.1",route="/a"} 1',
    'yieldboard_http_request_duration_seconds_bucket{le="1",route="/a"} 3',
    'yieldboard_http_request_duration_seconds_bucket{le="+Inf",route="/a"} 4',
    'yieldboard_http_request_duration_seconds_sum{route="/a"} 4.76',
    'yieldboard_http_request_duration_seconds_count{route="/a"} 4',
  ])
    expect(lines).toContain(line);
});
