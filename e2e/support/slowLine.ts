import { connect, createServer, type Socket } from "node:net";

/** A line to a server on this machine. */
export interface SlowLine {
  open(): Promise<void>;
  close(): void;
}

/**
 * Forwards connections from `port` to `target`, what a client sends `latency` ms later. What it sends and then abandons
 * is lost: so a journey fails that goes on before the server has got everything.
 */
export function makeSlowLine(port: number, target: number, latency: number): SlowLine {
  const line = createServer((client) => forward(client, connect(target, "127.0.0.1"), latency)).unref();
  return {
    open: () => new Promise((resolve) => line.listen(port, "127.0.0.1", resolve)),
    close: () => void line.close(),
  };
}

function forward(client: Socket, server: Socket, latency: number): void {
  client.on("data", (bytes) => void setTimeout(() => server.writable && server.write(bytes), latency));
  client.on("close", () => server.destroy()).on("error", () => server.destroy());
  server.on("close", () => client.end()).on("error", () => client.destroy());
  server.pipe(client);
}
