import type { Server } from 'node:http'

/** Starts a stand-in for an external service, on this machine alone; port 0 is any that is free. */
export async function listenLocally(
  server: Server,
  port: number,
): Promise<{ origin: string; close: () => Promise<void> }> {
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const address = server.address()
  const taken = typeof address === 'object' && address ? address.port : port
  return {
    origin: `http://127.0.0.1:${taken}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
