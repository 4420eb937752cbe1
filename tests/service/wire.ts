// A service on a port of the loopback interface, and a client that speaks to it in raw bytes.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { HttpServer } from "../../src/service/http/server.ts";

export async function listenOn({ server }: HttpServer): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

/** Sends raw bytes and returns everything received until the connection closes. */
export async function raw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    received += chunk;
  });
  socket.write(bytes);
  await closed(socket);
  return received;
}

/** Resolves when a connection is closed, for any reason. */
export async function closed(socket: Socket): Promise<void> {
  await new Promise((resolve) => {
    socket.on("error", () => {}).once("close", resolve);
  });
}

/** Sends a request, waits for the beginning of the response and reads no further. */
export async function askAndStall(port: number, bytes: string): Promise<{ socket: Socket; status: string }> {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  socket.write(bytes);
  const [first]: unknown[] = await once(socket, "data");
  socket.pause();
  return { socket, status: String(first).slice(9, 12) };
}
