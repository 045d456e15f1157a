/**
 * The protocol of the embedding kit: the embedding page sends a message port to its frame, and both sides send messages
 * over it. `get` requests a value, and the response is `reply` or `error` with the same id; `emit` expects no response.
 */

/** The functions that the embedding page may call, by name. */
export type Answers = Readonly<Record<string, (args: unknown) => unknown>>

interface Call {
  switchboardAction?: unknown
  method?: unknown
  messageId?: unknown
  args?: unknown
}

/** Responds to calls on a port. `answers` is read at every call. */
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
    /** Messages that arrived before the code of the page was loaded; undefined once they were read. */
    earlyMessages?: MessageEvent[] | undefined
  }
}

/**
 * Calls `take` with every message to this page, including those that arrived before. Returns a function that stops it.
 */
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

/** Whether an origin is that of the page that embeds this one. The server checks which sites may embed it. */
const isReferrer = (origin: string) => document.referrer === '' || new URL(document.referrer).origin === origin
