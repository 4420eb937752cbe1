// Requests and how long they took, in the form Prometheus reads. Counted as plain numbers: a request costs two additions, and
// names are put together only when somebody reads them.

interface RequestKind {
  readonly route: string;
  readonly method: string;
  readonly status: number;
}

/** Counts one more request of its kind. */
export type CountRequest = (seconds: number) => void;

export interface RequestCounts {
  /** What counts the requests of a kind. Whoever asks for a kind again keeps what it got, so that nothing is looked up twice. */
  counting(kind: RequestKind): CountRequest;
  /** Both metrics as text. */
  render(): string;
}

interface Times {
  readonly route: string;
  /** How many took no longer than each bound and longer than the one before; behind them, how many took longer than all. */
  readonly within: number[];
  count: number;
  sum: number;
}

interface Counted extends RequestKind {
  count: number;
}

const requestsName = "yieldboard_http_requests_total";
const durationName = "yieldboard_http_request_duration_seconds";

/**
 * Label values come from small fixed sets and need no escapes.
 * @param bounds the upper ends of the histogram's buckets in rising order, seconds
 */
export function createRequestCounts(bounds: readonly number[]): RequestCounts {
  const kinds: Counted[] = [];
  const timesByRoute = new Map<string, Times>();

  const timesOf = (route: string): Times => {
    const known = timesByRoute.get(route);
    if (known !== undefined) return known;
    const times: Times = { route, within: [...bounds.map(() => 0), 0], count: 0, sum: 0 };
    timesByRoute.set(route, times);
    return times;
  };

  return {
    counting({ route, method, status }) {
      const counted: Counted = { route, method, status, count: 0 };
      kinds.push(counted);
      const times = timesOf(route);
      return (seconds) => {
        counted.count += 1;
        times.count += 1;
        times.sum += seconds;
        let index = 0;
        while (seconds > (bounds[index] ?? Infinity)) index += 1;
        times.within[index] = (times.within[index] ?? 0) + 1;
      };
    },
    render() {
      const lines = [`# HELP ${requestsName} Requests answered.`, `# TYPE ${requestsName} counter`];
      for (const { route, method, status, count } of kinds)
        lines.push(`${requestsName}{route="${route}",method="${method}",status="${status}"} ${count}`);
      lines.push("", `# HELP ${durationName} Time from a request's arrival to its answer.`);
      lines.push(`# TYPE ${durationName} histogram`);
      for (const { route, within, count, sum } of timesByRoute.values()) {
        let upTo = 0;
        for (const [index, bound] of bounds.entries()) {
          upTo += within[index] ?? 0;
          lines.push(`${durationName}_bucket{le="${bound}",route="${route}"} ${upTo}`);
        }
        lines.push(`${durationName}_bucket{le="+Inf",route="${route}"} ${count}`);
        lines.push(`${durationName}_sum{route="${route}"} ${sum}`);
        lines.push(`${durationName}_count{route="${route}"} ${count}`);
      }
      return `${lines.join("\n")}\n`;
    },
  };
}
