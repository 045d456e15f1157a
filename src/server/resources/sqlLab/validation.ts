import { z } from 'zod'
import { ComplaintsAnswer } from '../../../model/sqlLab/sqlLabAnswers.ts'
import { parseFields } from '../../../model/wire/fields.ts'
import type { Subject } from '../../access/subject.ts'
import { idParams } from '../../listing/readRoutes.ts'
import type { Resource } from '../../resource.ts'
import type { Services } from '../../services.ts'
import type { InspectionRequest } from '../../sqlLab/sqlLab.ts'

const ValidateBody = z.strictObject({
  sql: z.string().max(1_000_000),
  catalog: z.string().nullish(),
  schema: z.string().nullish(),
  template_params: z.record(z.string(), z.unknown()).nullish(),
  sql_editor_id: z.string().max(256).nullish(),
})

/** The errors of a text with their positions, for the editor; empty if the text is valid. The text is not run. */
export async function complaints({ sqlLab }: Services, subject: Subject, asked: InspectionRequest) {
  const found = await sqlLab.complaint(subject, asked)
  if (!found) return []
  const { line, column } = found.position
  return [{ line_number: line, start_column: column, end_column: null, message: found.message }]
}

/** `POST /api/v1/database/{id}/validate_sql/`. */
export const validationRoutes: Resource = (app, services) => {
  app.post(
    '/api/v1/database/:id/validate_sql/',
    {
      config: {
        requires: 'can_read:Database',
        errors: 'B',
        safe: true,
        body: ValidateBody,
        answer: ComplaintsAnswer,
      },
      schema: { params: idParams },
    },
    async ({ subject, params, body }, reply) => {
      const parsed = parseFields(ValidateBody, body)
      if (!parsed.ok) return reply.code(400).send({ message: parsed.fields })
      const { template_params: given, ...request } = parsed.value
      const templateParams = given ? JSON.stringify(given) : null
      return { result: await complaints(services, subject, { ...request, database_id: params.id, templateParams }) }
    },
  )
}
