/** The part of the package `ssh2` that is used here. */
declare module 'ssh2' {
  import type { EventEmitter } from 'node:events'
  import type { Duplex } from 'node:stream'

  interface ConnectConfig {
    host: string
    port: number
    username: string
    password?: string
    privateKey?: string
    passphrase?: string
    readyTimeout: number
    keepaliveInterval: number
    keepaliveCountMax: number
    /** The raw host key of the server. False ends the connection. */
    hostVerifier(key: Buffer): boolean
  }

  class Client extends EventEmitter {
    connect(config: ConnectConfig): this
    /** Opens a channel from the server to a host that it reaches. */
    forwardOut(
      fromHost: string,
      fromPort: number,
      toHost: string,
      toPort: number,
      done: (error: (Error & { reason?: string | number }) | undefined, channel: Duplex) => void,
    ): void
    end(): this
    destroy(): this
  }

  /** For tests. */
  class Server extends EventEmitter {
    constructor(config: { hostKeys: string[] }, onConnection: (client: EventEmitter & { end(): void }) => void)
    listen(port: number, host: string, done: () => void): this
    close(done: () => void): this
  }

  const ssh2: { Client: typeof Client; Server: typeof Server }
  export type SshClient = Client
  export default ssh2
}
