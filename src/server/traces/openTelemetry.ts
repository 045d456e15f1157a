import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Facts, Traces } from './traces.ts'

/** Timeout of requests to the collector: a collector that does not respond must not delay the shutdown. */
const PATIENCE_MS = 5000

/**
 * Traces in the format of OpenTelemetry, sent by OTLP over HTTP. Loaded only if an address is set. Names of spans and
 * facts follow the semantic conventions for HTTP and databases.
 */
export function openTelemetry(
  { url, share }: NonNullable<Config['traces']>,
  version: string,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Traces {
  const told = (message: string) => log.warn(`traces: ${message}`)
  const ignored = () => undefined
  diag.setLogger({ error: told, warn: told, info: ignored, debug: ignored, verbose: ignored }, DiagLogLevel.WARN)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'sextant', 'service.version': version }),
    // if the trace of the caller is recorded, so are our spans
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, timeoutMillis: PATIENCE_MS }) })],
  })
  const tracer = provider.getTracer('sextant')
  const propagator = new W3CTraceContextPropagator()
  const current = new AsyncLocalStorage<Context>()
  const spans = new WeakMap<FastifyRequest, Span>()

  return {
    install(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
        const route = request.routeOptions.url
        const attributes: Facts = { 'http.request.method': request.method, ...(route && { 'http.route': route }) }
        const span = tracer.startSpan(
          `${request.method} ${route ?? ''}`.trim(),
          { kind: SpanKind.SERVER, attributes },
          parent,
        )
        spans.set(request, span)
        current.run(trace.setSpan(parent, span), done)
      })
      const end = (request: FastifyRequest, status: number | undefined) => {
        const span = spans.get(request)
        if (!span) return
        spans.delete(request)
        if (status !== undefined) span.setAttribute('http.response.status_code', status)
        if (status === undefined || status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      }
      app.addHook('onResponse', async (request, reply) => end(request, reply.statusCode))
      // the client has disconnected
      app.addHook('onRequestAbort', async (request) => end(request, undefined))
    },
    async span(name, facts, work) {
      const parent = current.getStore() ?? ROOT_CONTEXT
      const span = tracer.startSpan(name, { attributes: facts }, parent)
      try {
        return await current.run(trace.setSpan(parent, span), work)
      } catch (error) {
        // without the message, which may quote data
        span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
        throw error
      } finally {
        span.end()
      }
    },
    ended(name, facts, seconds) {
      const end = Date.now()
      const span = tracer.startSpan(name, { attributes: facts, startTime: end - seconds * 1000 }, current.getStore())
      if (facts['sextant.outcome'] === 'failed') span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(end)
    },
    close: () => provider.shutdown().catch((error: unknown) => told(`the rest was not sent: ${String(error)}`)),
  }
}
