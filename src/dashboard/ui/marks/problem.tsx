import { Clock, FileX, KeyRound, ServerOff, TriangleAlert, WifiOff, type LucideIcon } from "lucide-react";
import { useId, type ReactNode } from "react";
import { faultText, fill, problems, type Fault, type ProblemCode } from "../../../contract/problems.ts";
import { formatClock, formatUntil, oldAfterMs } from "../../../domain/format/time.ts";
import { Button } from "../fields/button.tsx";
import { CopyButton } from "../fields/copy-button.tsx";
import { classNames } from "../page/class-names.ts";
import { ageTickMs, useNow } from "../page/now.ts";

const icons: Readonly<Partial<Record<ProblemCode, LucideIcon>>> = {
  "key-refused": KeyRound,
  timeout: Clock,
  stale: Clock,
  unreadable: FileX,
  offline: WifiOff,
  "not-fetched-offline": WifiOff,
  "rate-limited": Clock,
  unavailable: ServerOff,
  "record-unavailable": ServerOff,
};

export interface ProblemProps {
  readonly size: "page" | "part" | "banner" | "line";
  readonly error: Fault | undefined;
  readonly title?: string | undefined;
  readonly name?: string;
  readonly heading?: ReactNode;
  readonly what?: string;
  readonly readAt?: number | undefined;
  readonly children?: ReactNode;
  readonly nextRetryAt?: number | undefined;
  readonly retry?: (() => void) | undefined;
  readonly retryLabel?: string | undefined;
  readonly stopRetrying?: () => void;
  readonly actions?: ReactNode;
  readonly className?: string;
}

export function Problem({ size, error, ...props }: ProblemProps): ReactNode {
  const now = useNow(error === undefined ? undefined : ageTickMs);
  if (error === undefined) return null;
  const Layout = layouts[size];
  return <Layout {...props} {...contentOf(error, props, now)} error={error} />;
}

type LayoutProps = Omit<ProblemProps, "size"> & ReturnType<typeof contentOf> & { readonly error: Fault };

function contentOf(error: Fault, props: Omit<ProblemProps, "size" | "error">, now: number) {
  const { title, name, what = "a list of markets", readAt, nextRetryAt, children } = props;
  const { kind, page = 0 } = error;
  const time = formatClock(readAt, now);
  const own = title ?? fill(problems[kind].title, { what, page, time });
  return {
    Icon: icons[kind] ?? TriangleAlert,
    title: name === undefined ? own : `${name}: ${own}`,
    text: faultText(error),
    rest: readAt === undefined || kind === "stale" ? children : `Showing data read at ${time}.`,
    retryLabel: props.retryLabel ?? (nextRetryAt === undefined ? "Try again" : "Try now"),
  };
}

const layouts = { page: PageProblem, part: PartProblem, banner: BannerProblem, line: LineProblem };

function LineProblem({ title, text, rest, retry, retryLabel, className }: LayoutProps): ReactNode {
  return (
    <p role="alert" className={classNames("text-small text-text2", className)}>
      {title}. {text}
      {rest === undefined ? null : <> {rest}</>}
      {retry === undefined ? null : (
        <Button className="ml-2" onClick={retry}>
          {retryLabel}
        </Button>
      )}
    </p>
  );
}

function BannerProblem(props: LayoutProps): ReactNode {
  const { error, Icon, title, text, rest, readAt, nextRetryAt, retry, retryLabel } = props;
  return (
    <Banner
      readAt={readAt}
      icon={<Icon className="size-4" />}
      action={<Button onClick={retry}>{retryLabel}</Button>}
    >
      <b className="font-semibold text-text">{title}.</b> {text} {rest}
      {statusText(error)} <Countdown until={nextRetryAt} />
    </Banner>
  );
}

function PartProblem(props: LayoutProps): ReactNode {
  const { error, Icon, title, text, rest } = props;
  return (
    <section
      // Centered in the space of the chart that it replaces.
      className="my-auto flex flex-wrap items-center gap-3 rounded-panel border border-danger-line bg-danger-bg p-4"
    >
      <Icon className="size-4 shrink-0 text-danger" />
      <div role="alert" className="min-w-0 flex-1 basis-64">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-text2">
          {text} {problems[error.kind].remedy} {rest}
          {statusText(error)}
        </p>
      </div>
      <Buttons {...props} reportVariant="outline" />
    </section>
  );
}

function PageProblem(props: LayoutProps): ReactNode {
  const { error, heading, Icon, title, text, rest, nextRetryAt, className = "px-4 md:px-6" } = props;
  const { kind, status, at, page = 0 } = error;
  const problem = problems[kind];
  const headingId = useId();
  const facts = [status, page === 0 ? undefined : `page ${String(page)}`, at && formatClock(at)];
  return (
    <section
      aria-labelledby={heading === undefined ? headingId : undefined}
      className={classNames("flex flex-1 flex-col py-8", className)}
    >
      <div className="max-w-[440px]">
        <span
          className={`mb-4 inline-flex size-[30px] items-center justify-center rounded-control border ${
            problem.retry === "auto" || problem.retry === "manual"
              ? "border-danger-line bg-danger-bg text-danger"
              : "border-line2 text-text2"
          }`}
        >
          <Icon className="size-3.5" />
        </span>
        {/* Only what is wrong is an alert: buttons and the countdown change while it lasts. */}
        <div className="mb-4 text-text2">
          {/* Without a retry nothing has failed, and the heading already has the focus. */}
          <div role={problem.retry === undefined ? undefined : "alert"} className="inline">
            <div className="mb-1.5 text-text">
              {heading ?? (
                <h2 id={headingId} className="text-[15px] leading-5 font-semibold">
                  {title}
                </h2>
              )}
            </div>
            {text} {problem.remedy} {rest}
          </div>{" "}
          <Countdown until={nextRetryAt} />
        </div>
        <Buttons {...props} reportVariant="primary" />
        <p className="mt-4 text-tiny text-text3">{facts.filter((fact) => fact !== undefined).join(", ")}</p>
      </div>
    </section>
  );
}

function Buttons({
  error,
  actions,
  nextRetryAt,
  retry,
  retryLabel,
  stopRetrying,
  reportVariant,
}: LayoutProps & { readonly reportVariant: "primary" | "outline" }): ReactNode {
  const problem = problems[error.kind];
  return (
    <div className="flex flex-wrap gap-2">
      {actions}
      {problem.report === undefined ? null : (
        <CopyButton
          size="large"
          variant={reportVariant}
          label="Copy report"
          what="Report"
          text={() => report(error)}
        />
      )}
      {retry === undefined ? null : (
        <Button size="large" variant={nextRetryAt === undefined ? "outline" : "primary"} onClick={retry}>
          {retryLabel}
        </Button>
      )}
      {nextRetryAt === undefined || stopRetrying === undefined ? null : (
        <Button size="large" onClick={stopRetrying}>
          Stop retrying
        </Button>
      )}
      {problem.reload === undefined ? null : (
        <Button size="large" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      )}
    </div>
  );
}

interface BannerProps {
  readonly readAt?: number | undefined;
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function Banner({ readAt, icon, children, action }: BannerProps): ReactNode {
  const now = useNow(ageTickMs);
  const isOld = readAt === undefined || now - readAt >= oldAfterMs;
  return (
    <output
      className={classNames(
        "flex min-h-11 items-center gap-2.5 border-t px-4 py-1.5 text-small text-text2",
        isOld ? "border-danger-line bg-danger-bg" : "border-line2 bg-raised",
      )}
    >
      <span aria-hidden="true" className={classNames("flex shrink-0", isOld && "text-danger")}>
        {icon}
      </span>
      <p className="min-w-0 flex-1">{children}</p>
      {action}
    </output>
  );
}

/** Hidden from screen readers, which would otherwise read it every second. */
function Countdown({ until }: { readonly until: number | undefined }): ReactNode {
  const now = useNow(until === undefined ? undefined : 1000);
  return until === undefined ? null : <span aria-live="off">Next retry {formatUntil(until, now)}.</span>;
}

function statusText({ status }: Fault): string {
  return status === undefined ? "" : ` (${String(status)})`;
}

/** Text for the operator. Contains no key. */
function report({ kind, status, page, at, message, detail }: Fault): string {
  return [
    `Failure: ${kind}`,
    `Status: ${String(status ?? "none")}`,
    `Page: ${String(page ?? 0)}`,
    `Time: ${formatClock(at ?? Date.now())}`,
    ...[message, detail].filter((line) => line !== undefined),
    `Address: ${window.location.href}`,
    `Browser: ${navigator.userAgent}`,
    "",
  ].join("\n");
}
