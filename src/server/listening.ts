import { createServer } from 'node:net'

/** Rejects with the system's error if the port cannot be bound; checked before long work begins. */
export async function checkAddress(host: string, port: number): Promise<void> {
  if (port === 0) return
  await new Promise<void>((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => done()))
  })
}
