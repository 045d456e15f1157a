import type { Socket } from 'node:net'
import type { Client, Submittable } from 'pg'

/** The part of pg's connection that sends protocol messages; its published types omit it. */
export interface Wire {
  stream: Socket
  on(event: 'sslconnect', listener: () => void): void
  parse(message: { text: string; name?: string }): void
  bind(message: { values?: unknown[] }): void
  describe(message: { type: 'P' | 'S'; name: string }): void
  execute(message: { portal?: string; rows?: number }): void
  sync(): void
}

export interface FieldDescription {
  name: string
  dataTypeID: number
  dataTypeModifier: number
}

/** The methods that pg calls on a query when messages arrive for it. */
export interface Handlers extends Submittable {
  handleRowDescription(message: { fields: FieldDescription[] }): void
  handleDataRow(message: { length: number; fields: (string | null)[] }): void
  handleCommandComplete(message: { text: string }): void
  handleEmptyQuery(): void
  handlePortalSuspended(): void
  handleCopyInResponse(connection: unknown): void
  handleCopyData(): void
  handleError(error: unknown): void
  handleReadyForQuery(): void
}

/** A client with the members that its published types omit. */
export type PgClient = Client & { connection: Wire; processID: number | null; secretKey: number | null }
