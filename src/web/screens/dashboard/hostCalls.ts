/**
 * The protocol of the embedding kit: the embedding page sends a message port to its frame, and both sides send messages
 * over it. `get` asks for a value and is answered by `reply` or `error` with the same id; `emit` expects no answer.
 */

/** What the embedding page may ask for, by name. */
export type Answers = Readonly<Record<string, (args: unknown) => unknown>>

interface Call {
  switchboardAction?: unknown
  method?: unknown
  messageId?: unknown
  args?: unknown
}

/** Answers calls on a port. `answers` is read at every call. */
export function listen(port: MessagePort, answers: () => Answers): void {
  port.onmessage = ({ data }: MessageEvent<Call | null>) => {
    const { switchboardAction: action, method, messageId, args } = data ?? {}
    const answer = typeof method === 'string' && Object.hasOwn(answers(), method) ? answers()[method] : undefined
    if (action === 'emit') answer?.(args)
    if (action !== 'get') return
    if (!answer) {
      port.postMessage({ switchboardAction: 'error', messageId, error: `No method ${String(method)}` })
      return
    }
    Promise.resolve()
      .then(() => answer(args))
      .then(
        (result) => port.postMessage({ switchboardAction: 'reply', messageId, result }),
        (error: unknown) => port.postMessage({ switchboardAction: 'error', messageId, error: String(error) }),
      )
  }
}

/** Sends the embedding page a message that needs no reply. */
export function tell(port: MessagePort, method: string, args: object): void {
  port.postMessage({ switchboardAction: 'emit', method, args })
}

declare global {
  interface Window {
    /** Messages that arrived before the code of the page; undefined when they were read. */
    earlyMessages?: MessageEvent[] | undefined
  }
}

/** Calls `take` with every message to this page, also with those that arrived before. Returns a function that stops it. */
export function receiveMessages(take: (event: MessageEvent) => void): () => void {
  for (const event of window.earlyMessages ?? []) take(event)
  window.earlyMessages = undefined
  window.addEventListener('message', take)
  return () => window.removeEventListener('message', take)
}

/** Whether a message offers a port, and comes from the page that embeds this one. */
export function portOf(event: MessageEvent<{ type?: unknown; handshake?: unknown } | null>): MessagePort | undefined {
  const { data } = event
  if (data?.type !== '__embedded_comms__' || data.handshake !== 'port transfer') return undefined
  const isHost = event.source === window.parent && isReferrer(event.origin)
  return isHost ? event.ports[0] : undefined
}

/** Which sites may embed the page is checked by the server; the message must come from the one that did. */
const isReferrer = (origin: string) => document.referrer === '' || new URL(document.referrer).origin === origin
