import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { SubscribeAgain, UnsubscribedAnswer } from '../../../model/report/unsubscribed.ts'
import { MessageAnswer } from '../../../model/wire/answers.ts'
import { audit } from '../../access/audit.ts'
import type { Subject } from '../../access/subject.ts'
import { escaped } from '../../entities/link.ts'
import { notFound } from '../../entities/owners.ts'
import { allowNonce } from '../../headers.ts'
import { idParams } from '../../listing/readRoutes.ts'
import { isOwnerOf } from '../../reports/owners.ts'
import { subscribeAgain, subscriptionOf, unsubscribe, unsubscribedFrom } from '../../reports/unsubscribe.ts'
import type { App, Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'

const MOST_BYTES = 16 * 1024
const token = z.object({ token: z.string().max(600) })

/**
 * `/unsubscribe/{token}`: the link at the end of each mail of an alert or report. GET only asks for confirmation,
 * because programs that check mails open every link; POST unsubscribes, also by the button of a mail program (RFC
 * 8058). No sign-in is needed.
 */
export const unsubscribePages: Resource = (app, services) => {
  app.get(
    '/unsubscribe/:token',
    { config: { requires: 'public' }, schema: { params: token } },
    async ({ params }, reply) => {
      const found = await subscriptionOf(services, params.token)
      if (!found) return sendInvalid(services, reply)
      const { report, address } = found
      return send(services, reply, 200, 'Unsubscribe', [
        `<p><b>${escaped(address)}</b> receives emails of the ${report.type.toLowerCase()} <b>${escaped(report.name)}</b>.</p>`,
        '<form method="post"><button name="List-Unsubscribe" value="One-Click">Unsubscribe</button></form>',
      ])
    },
  )

  void app.register((child: App, _options, done) => {
    // mail programs may send the form as multipart; nothing in it is read
    child.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'string', bodyLimit: MOST_BYTES },
      (_request, _body, end) => end(null, {}),
    )
    child.post(
      '/unsubscribe/:token',
      // the token is the proof: mail servers send this request without a session
      { config: { requires: 'public', safe: true, accepts: 'any' }, schema: { params: token }, bodyLimit: MOST_BYTES },
      async ({ params, ip }, reply) => {
        const found = await subscriptionOf(services, params.token)
        if (!found) return sendInvalid(services, reply)
        await unsubscribe(services, found, ip)
        const { report, address } = found
        return send(services, reply, 200, 'Unsubscribed', [
          `<p><b>${escaped(address)}</b> gets no more mails of the ${report.type.toLowerCase()} <b>${escaped(report.name)}</b>. Its owners can undo this.</p>`,
        ])
      },
    )
    done()
  })
}

const sendInvalid = (services: Services, reply: FastifyReply) =>
  send(services, reply, 404, 'Link not valid', [
    '<p>This link is not valid, or the report was deleted. Open the link of a recent mail.</p>',
  ])

const style = `:root { color-scheme: light dark; font: 16px/1.5 Inter, 'Segoe UI', Helvetica, Arial, sans-serif }
body { display: grid; min-height: 100vh; margin: 0; place-content: center; padding: 24px; box-sizing: border-box }
main { max-width: 32rem; overflow-wrap: anywhere }
h1 { margin: 0 0 12px; font-size: 22px }
button { padding: 10px 20px; border: 0; border-radius: 6px; background: #0b6e69; color: #fff; font: inherit; font-weight: 600; cursor: pointer }`

/** A page without scripts. No search engine lists it, and links on it do not pass its address on. */
function send(services: Services, reply: FastifyReply, status: number, title: string, parts: string[]) {
  const nonce = allowNonce(reply, services)
  return reply
    .code(status)
    .header('referrer-policy', 'same-origin')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | Sextant</title>
<link rel="icon" href="/static/favicon.svg" type="image/svg+xml">
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${parts.join('\n')}
</main>
</body>
</html>
`,
    )
}

/** `/api/v1/report/{id}/unsubscribed`: owners and administrators see who has unsubscribed, and can undo it. */
export const unsubscribedRoutes: Resource = (app, services) => {
  const { db, now } = services
  const flag = 'ALERT_REPORTS'

  async function checkMayChange(subject: Subject, id: number): Promise<void> {
    const report = await db.selectFrom('report_schedules').select('id').where('id', '=', id).executeTakeFirst()
    const isOwn = subject.isAdmin || (subject.user !== undefined && (await isOwnerOf(services, id, subject.user.id)))
    if (!report || !isOwn) throw notFound()
  }

  app.get(
    '/api/v1/report/:id/unsubscribed',
    { config: { requires: 'can_read:ReportSchedule', flag, answer: UnsubscribedAnswer }, schema: { params: idParams } },
    async ({ subject, params }) => {
      await checkMayChange(subject, params.id)
      return { result: await unsubscribedFrom(db, params.id) }
    },
  )

  app.post(
    '/api/v1/report/:id/subscribe',
    {
      config: { requires: 'can_write:ReportSchedule', flag, answer: MessageAnswer },
      schema: { params: idParams, body: SubscribeAgain },
    },
    async ({ subject, params, body, ip }) => {
      await checkMayChange(subject, params.id)
      await db.transaction().execute(async (trx) => {
        if (!(await subscribeAgain(trx, params.id, body.address))) throw notFound()
        const object = `ReportSchedule:${params.id}`
        await audit(trx, { action: 'report_subscribe', subject, object, address: ip, details: body }, now())
      })
      return { message: 'OK' }
    },
  )
}
