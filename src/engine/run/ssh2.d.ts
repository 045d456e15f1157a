/** The part of the package `ssh2` that is used here. */
declare module 'ssh2' {
  import type { EventEmitter } from 'node:events'
  import type { Duplex } from 'node:stream'

  export interface ConnectConfig {
    host: string
    port: number
    username: string
    password?: string
    privateKey?: string
    passphrase?: string
    readyTimeout: number
    keepaliveInterval: number
    keepaliveCountMax: number
    tryKeyboard: boolean
  }

  export class Client extends EventEmitter {
    connect(config: ConnectConfig): this
    /** Opens a channel from the server to a host that it reaches. */
    forwardOut(
      fromHost: string,
      fromPort: number,
      toHost: string,
      toPort: number,
      done: (error: Error | undefined, channel: Duplex) => void,
    ): void
    end(): this
    destroy(): this
  }
}
