import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { NamedResultAnswer, NamedResultsAnswer, NameResultBody } from '../../../model/sqlLab/namedResults.ts'
import { MessageAnswer } from '../../../model/wire/answers.ts'
import { parseFields } from '../../../model/wire/fields.ts'
import type { Subject } from '../../access/subject.ts'
import type { Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import { queryGone, resultsGone } from '../../sqlLab/faults.ts'
import { namedResults, nameResult } from '../../sqlLab/namedResults.ts'
import { checkQueryOwner } from '../../sqlLab/queryRights.ts'
import { findResult } from '../../sqlLab/results.ts'

const path = '/api/v1/sqllab/named_result'
const requires = 'can_execute_sql_query:SQLLab'
const tabParams = z.object({ tab: z.coerce.number().int().positive() })

async function checkTab({ db }: Services, subject: Subject, id: number): Promise<void> {
  const tab = await db.selectFrom('tab_states').select('user_id').where('id', '=', id).executeTakeFirst()
  if (!tab || tab.user_id !== subject.user?.id) throw new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')
}

/** `/api/v1/sqllab/named_result`: results that the next statements of a tab can read by name. */
export const namedResultRoutes: Resource = (app, services) => {
  const { connections, db, now } = services

  app.get(
    `${path}/:tab/`,
    { config: { requires, answer: NamedResultsAnswer }, schema: { params: tabParams } },
    async ({ subject, params }) => {
      await checkTab(services, subject, params.tab)
      return { result: await namedResults(services, subject, params.tab) }
    },
  )

  const names = { requires, errors: 'B', body: NameResultBody, answer: NamedResultAnswer } as const
  app.post(`${path}/`, { config: names }, async (request, reply) => {
    const { subject } = request
    const parsed = parseFields(NameResultBody, request.body)
    if (!parsed.ok) return reply.code(400).send({ message: parsed.fields })
    const { tab_id: tab, key, name } = parsed.value
    await checkTab(services, subject, tab)
    const result = await findResult(db, key, now())
    if (!result) throw resultsGone()
    const query = await db.selectFrom('queries').selectAll().where('id', '=', result.query_id).executeTakeFirst()
    if (!query) throw queryGone()
    checkQueryOwner(subject, query)
    const connection = await connections.of(query.database_id, null)
    if (!('tables' in connection)) {
      throw new AppError('GENERIC_COMMAND_ERROR', 422, 'Only results of the embedded engine can have a name.')
    }
    return { result: await nameResult(services, tab, name, result, Object.keys(connection.tables as object)) }
  })

  app.delete(
    `${path}/:tab/:name`,
    { config: { requires, answer: MessageAnswer }, schema: { params: tabParams.extend({ name: z.string().max(60) }) } },
    async ({ subject, params: { tab, name } }) => {
      await checkTab(services, subject, tab)
      await db
        .deleteFrom('named_results')
        .where('tab_state_id', '=', tab)
        .where('name', '=', name.toLowerCase())
        .execute()
      return { message: 'OK' }
    },
  )
}
