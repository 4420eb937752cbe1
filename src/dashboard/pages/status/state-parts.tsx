// What tells how the data is, and how much of it is shown, fetched as one file.
export { ChipRow } from "../../list/chips/chip-row.tsx";
export { DataStatus } from "./data-status.tsx";
export { FailureScreen } from "./failure-screen.tsx";
export { ListBanners } from "./list-banners.tsx";
