import type { Socket } from 'node:net'
import type { Client, Submittable } from 'pg'

/** The part of pg's connection that sends messages of the protocol; its published types leave it out. */
export interface Wire {
  stream: Socket
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

/** What pg calls on a query while messages come in for it. */
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

/** A client and what its published types do not tell. */
export type PgClient = Client & { connection: Wire; processID: number | null; secretKey: number | null }
