// The failure screen, fetched at the start and not at the failure: by then there may be no network to fetch it over.
import { lazyPart } from "../../ui/page/lazy-part.tsx";

const failureScreen = lazyPart(async () => (await import("./failure-screen.tsx")).FailureScreen);

export const Failure = failureScreen.Part;

export const preloadFailure = failureScreen.preload;
