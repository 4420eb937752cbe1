// What tells how the data is, fetched as one file.
export { DataStatus } from "./data-status.tsx";
export { FailureScreen } from "./failure-screen.tsx";
export { ListBanners } from "./list-banners.tsx";
