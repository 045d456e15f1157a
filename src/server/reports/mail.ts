import { JobFailure } from '../jobs/kind.ts'

export interface Mail {
  /** `<report-7@example.org>`: servers and readers recognize a repeated mail by it. */
  messageId: string
  to: readonly string[]
  cc?: readonly string[]
  bcc?: readonly string[]
  /** The recipient who gets this copy; all by default. */
  recipient?: string
  /** The address of the page where this recipient unsubscribes. */
  unsubscribe?: string
  subject: string
  text: string
  html: string
  /** An attachment with a `cid` is an image in the text: `<img src="cid:...">`. */
  attachments?: readonly { filename: string; content: Buffer; contentType: string; cid?: string }[]
}

/** A mail or another message is rejected permanently: repeating it does not help. */
export class MessageRefused extends JobFailure {
  /** The server refuses every message, for example because of a wrong password. */
  readonly isOfAll: boolean

  constructor(message: string, cause?: unknown, isOfAll = false) {
    super(message, cause)
    this.isOfAll = isOfAll
  }
}

/** The server accepts no mail for this recipient now, but may accept it later. */
export class RecipientPostponed extends JobFailure {}

/**
 * Sends a mail, or throws: `NothingHappened` if it certainly did not arrive and may be tried again, `MessageRefused` if
 * the server does not accept it, and any other error if it is unknown whether it arrived.
 */
export type SendMail = (mail: Mail, signal: AbortSignal) => Promise<void>
