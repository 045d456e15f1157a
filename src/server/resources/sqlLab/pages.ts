import multipart from '@fastify/multipart'
import { parseObject } from '../../../model/wire/json.ts'
import { formFields } from '../../formFields.ts'
import type { App, Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { sendPage } from '../../shell.ts'
import { startAnswer } from '../../sqlLab/startAnswer.ts'

/** Maximum characters of the SQL in a posted form: it becomes a part of the page. */
const SQL_LENGTH = 200_000

/** Pages of SQL Lab. Their data contain what the editor starts with. */
export const sqlLabPages: Resource = (root, services) => {
  const config = { requires: 'can_sqllab:Superset', page: true } as const
  for (const url of ['/superset/sqllab/', '/sqllab/']) {
    root.get(url, { config }, async (request, reply) =>
      sendPage(services, request, reply, { kind: 'sqllab', extras: await startAnswer(services, request.subject) }),
    )
  }
  void root.register(async (app: App) => {
    await app.register(multipart)
    addPostedForm(app, services)
  })
}

/** A chart that opens its query in the editor posts it here. The query is only shown: it never runs by itself. */
function addPostedForm(app: App, services: Services): void {
  const config = {
    requires: 'can_sqllab:Superset',
    page: true,
    safe: true,
    accepts: 'any',
    tokenInParts: true,
  } as const
  app.post('/superset/sqllab/', { config }, async (request, reply) => {
    const { form_data: text } = await formFields(services, request)
    const { datasourceKey, sql, dbId, schema } = parseObject(typeof text === 'string' ? text : null)
    const requested = {
      ...(typeof datasourceKey === 'string' ? { datasourceKey } : {}),
      ...(typeof sql === 'string' ? { sql: sql.slice(0, SQL_LENGTH) } : {}),
      ...(typeof dbId === 'number' ? { dbId } : {}),
      ...(typeof schema === 'string' ? { schema } : {}),
    }
    const extras = { ...(await startAnswer(services, request.subject)), requested_query: requested }
    return sendPage(services, request, reply, { kind: 'sqllab', extras })
  })
}
