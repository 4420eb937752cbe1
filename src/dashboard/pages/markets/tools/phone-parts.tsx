// What a phone draws around the cards while the first page of markets is on its way, fetched as one file: the bars over them.
export { PhoneToolbar } from "./phone-toolbar.tsx";
export { PhoneTools } from "./phone-tools.tsx";
