import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { AppError } from '../../../model/errors/errors.ts'
import { AsyncEvent } from '../../../model/query/asyncJob.ts'
import { isStillLetIn } from '../../access/gate.ts'
import { channelOf, EVENTS_PERMISSION } from '../../asyncQueries/channels.ts'
import { type EventPlace, parseEventId } from '../../asyncQueries/store.ts'
import type { App } from '../../resource.ts'
import type { Services } from '../../services.ts'

/** The default of SEXTANT_ASYNC_WEBSOCKET_URL. */
const SOCKET_PATH = '/api/v1/async_event/ws'

/**
 * Whether a request may change its protocol. The timeouts of the server do not apply to such connections, so only this
 * address allows them.
 */
export const asksForSocket = ({ method, url, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket' && url?.split('?', 1)[0] === SOCKET_PATH

/** How often the store is polled for events that other nodes have written. */
const LOOK_MS = 500
/** Proxies close connections on which nothing is sent. */
const PING_MS = 30_000
/** How often the rights of the user are checked: the user may have signed out, or be disabled, on any node. */
const CHECK_MS = 1000
/** The connection is closed after this time; the browser then connects again. */
const LONGEST_MS = 300_000
/** Closed because the user may not listen any more (RFC 6455, 7.4.1: a policy is violated). */
const NOT_ALLOWED = 1008
const SOCKETS_PER_CHANNEL = 20
/** Clients send nothing, so messages may be short. */
const MAX_PAYLOAD = 1024

/**
 * The websocket of events: `?last_id=` sends the later ones first, then each when it is written, as one message. A
 * request to connect passes the same gate as any other request; only then does the connection change its protocol.
 */
export function eventSocket(app: App, services: Services): void {
  const upgrades = new WeakMap<IncomingMessage, { socket: Duplex; head: Buffer }>()
  const open = new Map<string, Set<WebSocket>>()

  app.server.on('upgrade', (raw: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    upgrades.set(raw, { socket, head })
    // the router answers on this connection, which is closed after the response unless a route takes it over
    const response = new ServerResponse(raw)
    response.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0])
    response.shouldKeepAlive = false
    // closes both ends of the connection, because the client may never close its own end
    response.on('finish', () => (socket as Socket).destroySoon())
    app.routing(raw, response)
  })
  app.addHook('preClose', async () => {
    for (const sockets of open.values()) for (const socket of sockets) socket.terminate()
  })

  app.get(
    SOCKET_PATH,
    { config: { requires: EVENTS_PERMISSION, flag: 'GLOBAL_ASYNC_QUERIES', lines: AsyncEvent } },
    async (request, reply) => {
      const upgrade = upgrades.get(request.raw)
      if (!upgrade) throw new AppError('GENERIC_COMMAND_ERROR', 426, 'This address is a websocket.')
      checkOrigin(request, services)
      const channel = await channelOf(services, request)
      if (channel === undefined) throw new AppError('GENERIC_BACKEND_ERROR', 401, 'Not authorized')
      const known = open.get(channel) ?? new Set()
      if (known.size >= SOCKETS_PER_CHANNEL) {
        throw new AppError('GENERIC_BACKEND_ERROR', 429, 'Too many connections', { retryAfterS: 10 })
      }
      const after = parseEventId(new URL(request.url, 'http://localhost').searchParams.get('last_id') ?? '')
      const { WebSocketServer } = await import('ws')
      const server = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD })
      reply.hijack()
      reply.raw.detachSocket(upgrade.socket as Parameters<ServerResponse['detachSocket']>[0])
      server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
        open.set(channel, known.add(socket))
        socket.once('close', () => {
          known.delete(socket)
          if (known.size === 0 && open.get(channel) === known) open.delete(channel)
        })
        sendEvents(socket, channel, after, services)
        endWithRights(socket, request, services)
      })
    },
  )
}

/** Browsers send cookies with websockets to other sites: only pages of this server may connect. */
function checkOrigin({ headers }: FastifyRequest, { baseUrl }: Services): void {
  const { origin, host } = headers
  if (origin === undefined || origin === baseUrl() || origin === `http://${host}`) return
  throw new AppError('GENERIC_BACKEND_ERROR', 403, 'Refused: the request comes from another site.')
}

/** Sends the events of a channel until the connection ends. */
function sendEvents(
  socket: WebSocket,
  channel: string,
  after: EventPlace | undefined,
  { asyncQueries, log }: Pick<Services, 'asyncQueries' | 'log'>,
): void {
  let last = after
  let isBusy = false
  let isDue = true

  async function send(): Promise<void> {
    isDue = true
    if (isBusy) return
    isBusy = true
    try {
      while (isDue && socket.readyState === socket.OPEN) {
        isDue = false
        const events = await asyncQueries.events(channel, last)
        for (const event of events) {
          socket.send(JSON.stringify(event))
          last = parseEventId(event.id)
        }
        isDue ||= events.length > 0
      }
    } catch (error) {
      log.warn({ err: error }, 'events could not be read')
      // the client connects again, or polls
      socket.terminate()
    } finally {
      isBusy = false
    }
  }

  const stopListening = asyncQueries.listen(channel, () => void send())
  const looking = setInterval(() => void send(), LOOK_MS)
  const pinging = setInterval(() => socket.ping(), PING_MS)
  const ending = setTimeout(() => socket.close(1000), LONGEST_MS)
  socket.on('error', () => socket.terminate())
  socket.once('close', () => {
    stopListening()
    clearInterval(looking)
    clearInterval(pinging)
    clearTimeout(ending)
  })
  void send()
}

/** Closes the connection when its user signs out, gets another password or loses the permission. */
function endWithRights(socket: WebSocket, request: FastifyRequest, services: Services): void {
  let isBusy = false

  async function check(): Promise<void> {
    if (isBusy) return
    isBusy = true
    try {
      if (!(await isStillLetIn(request, services))) socket.close(NOT_ALLOWED)
    } catch (error) {
      services.log.warn({ err: error }, 'the rights of an open connection could not be read')
      socket.terminate()
    } finally {
      isBusy = false
    }
  }

  const checking = setInterval(() => void check(), CHECK_MS)
  socket.once('close', () => clearInterval(checking))
}
