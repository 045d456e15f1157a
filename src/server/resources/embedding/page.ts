import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import type { Resource } from '../../resource.ts'
import { sendMissingPage } from '../../routeTable.ts'
import { sendPage } from '../../shell.ts'
import { domainsOf } from './routes.ts'

/**
 * The page in the frame of another site. It shows nothing by itself: the site passes a guest token, with which the page
 * reads the dashboard. A session of the browser is not used, and not ended.
 */
export const embeddedPage: Resource = (app, services) => {
  const { db, subjects } = services

  app.get(
    '/embedded/:uuid',
    {
      config: { requires: 'public', flag: 'EMBEDDED_SUPERSET', page: true },
      schema: { params: z.object({ uuid: z.string() }) },
    },
    async (request, reply) => {
      const setting = await db
        .selectFrom('embedded_dashboards')
        .selectAll()
        .where('uuid', '=', request.params.uuid)
        .executeTakeFirst()
      request.subject = await subjects.anonymous()
      if (!setting) return sendMissingPage(services, request, reply)
      const domains = domainsOf(setting)
      const isAllowed = domains.length === 0 || domains.some((domain) => isFrom(request.headers.referer, domain))
      if (!isAllowed) throw new AppError('GENERIC_BACKEND_ERROR', 403, 'This site may not embed the dashboard.')
      return sendPage(services, request, reply, {
        title: '',
        kind: 'dashboard',
        embedding: domains,
        extras: {
          config: { GUEST_TOKEN_HEADER_NAME: 'X-GuestToken' },
          embedded: { dashboard_id: String(setting.dashboard_id) },
        },
      })
    },
  )
}

/** Whether an address belongs to an allowed site: `https://host:8080`, `host.example`, `*.host.example`. */
export function isFrom(address: string | undefined, domain: string): boolean {
  if (address === undefined || !URL.canParse(address)) return false
  const { protocol, hostname, port } = new URL(address)
  const match = /^(?:(https?:)\/\/)?(\*\.)?([^:/]+)(?::(\d+))?\/?$/i.exec(domain)
  if (!match) return false
  const [, scheme, wildcard, name = '', wantedPort] = match
  const standard = (scheme ?? protocol).toLowerCase() === 'https:' ? '443' : '80'
  const given = port || (protocol === 'https:' ? '443' : '80')
  return (
    (scheme === undefined || scheme.toLowerCase() === protocol) &&
    (wildcard ? hostname.endsWith(`.${name.toLowerCase()}`) : hostname === name.toLowerCase()) &&
    (wantedPort ?? standard) === given
  )
}
