import type { IncomingMessage } from 'node:http'
import type { FastifyContextConfig, InjectOptions, LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import { Bootstrap } from '../../model/wire/bootstrap.ts'
import { isRecord } from '../../model/wire/json.ts'
import type { App } from '../resource.ts'

/** Every response to `inject` must match the schema of its route, otherwise the call fails. */
export function checkAnswers(app: App): void {
  const routes = new WeakMap<IncomingMessage, FastifyContextConfig>()
  app.addHook('onRequest', async (request) => {
    routes.set(request.raw, request.routeOptions.config)
  })
  const inject = app.inject.bind(app) as (options: InjectOptions | string) => Promise<LightMyRequestResponse>
  const checked = async (options: InjectOptions | string) => {
    const response = await inject(options)
    const config = routes.get(response.raw.req as IncomingMessage)
    const complaint = config && misfit(response, config)
    if (complaint) {
      const what = typeof options === 'string' ? options : `${options.method ?? 'GET'} ${String(options.url)}`
      throw new Error(`${what} answered what its schema does not describe:\n${complaint}`)
    }
    return response
  }
  // callbacks and chains of `inject` are not used here
  app.inject = checked as unknown as App['inject']
}

/** How a response differs from the schema of its route; undefined if it matches, or if there is no schema. */
export function misfit(
  { statusCode, headers, body }: Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>,
  config: Pick<FastifyContextConfig, 'answer' | 'lines' | 'file' | 'statuses' | 'accepted'>,
): string | undefined {
  const { lines, file, accepted, statuses = [200] } = config
  const isLater = statusCode === 202 && accepted !== undefined
  const answer = isLater ? accepted : config.answer
  const isDescribed = answer ?? lines ?? file
  if (isDescribed && !isLater && statusCode < 300 && !statuses.some((status) => status === statusCode))
    return `The status ${statusCode} is not one of ${statuses.join(', ')}`
  if (headers['content-encoding'] !== undefined || body === '') return undefined
  const type = String(headers['content-type'] ?? '')
  if (type.startsWith('text/html')) return pageMisfit(body)
  if (statusCode >= 300) return undefined
  if (lines) {
    const complaints = body
      .trimEnd()
      .split('\n')
      .map((line) => complaintOf(lines, JSON.parse(line)))
    return complaints.find((complaint) => complaint !== undefined)
  }
  return answer && type.startsWith('application/json') ? complaintOf(answer, JSON.parse(body)) : undefined
}

/** The page contains the bootstrap data in an attribute. */
function pageMisfit(html: string): string | undefined {
  const [, text] = /data-bootstrap="([^"]*)"/.exec(html) ?? []
  if (text === undefined) return undefined
  return complaintOf(
    Bootstrap,
    JSON.parse(text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))),
  )
}

function complaintOf(schema: z.ZodType, value: unknown): string | undefined {
  const parsed = schema.safeParse(value)
  if (parsed.success) return undefined
  const start = JSON.stringify(isRecord(value) ? value : { value }).slice(0, 300)
  return `${z.prettifyError(parsed.error).split('\n').slice(0, 20).join('\n')}\n${start}`
}
