import { z } from 'zod'
import { AppError } from '../../../model/errors/errors.ts'
import { ReportTestAnswer } from '../../../model/report/reportForm.ts'
import { flag, parseFields } from '../../../model/wire/fields.ts'
import { closeSignal } from '../../closeSignal.ts'
import { JobFailure, NothingHappened } from '../../jobs/kind.ts'
import { runCondition } from '../../reports/condition.ts'
import { messageOf, sendTest } from '../../reports/deliver.ts'
import { reportMail } from '../../reports/mailText.ts'
import { isOwnerOf } from '../../reports/owners.ts'
import type { Resource } from '../../resource.ts'

const TestBody = z.strictObject({ send: flag.optional() })

/**
 * `POST /api/v1/report/{id}/test`: the message that a report would send to its owner now, with the owner's own rights.
 * With `send` it is also sent to the owner's address, and to nobody else. The message of an alert is returned even if
 * its condition is not met; the response has the outcome of the condition in a separate field.
 */
export const testRoute: Resource = (app, services) => {
  app.post<{ Params: { id: string } }>(
    '/api/v1/report/:id/test',
    {
      config: { requires: 'can_write:ReportSchedule', flag: 'ALERT_REPORTS', body: TestBody, answer: ReportTestAnswer },
    },
    async ({ subject, params, body }, reply) => {
      const parsed = parseFields(TestBody, body ?? {})
      if (!parsed.ok)
        throw new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, 'Invalid request', { fields: parsed.fields })
      const report = await services.db
        .selectFrom('report_schedules')
        .selectAll()
        .where('id', '=', /^\d{1,15}$/.test(params.id) ? Number(params.id) : 0)
        .executeTakeFirst()
      const user = subject.user
      if (!report || !user || !(await isOwnerOf(services, report.id, user.id))) {
        throw new AppError('GENERIC_COMMAND_ERROR', 404, 'Not found')
      }
      const signal = closeSignal(reply)
      const found = report.type === 'Alert' ? await runCondition(services, report, subject, signal) : undefined
      const { value, expected } = found?.ok ? found : { value: null }
      const message = await messageOf(services, { report, subject, value, expected }, signal)
      if (parsed.value.send) await sendTest(services, message, user.email, signal).catch(told)
      const { subject: title, text } = reportMail(message)
      const sentTo = parsed.value.send ? user.email : null
      const condition = found && (found.ok ? { holds: found.isTriggered } : { error: found.message })
      return {
        result: { subject: title, text, files: [...message.files], condition: condition ?? null, sent_to: sentTo },
      }
    },
  )
}

/** The sender learns why a mail was not sent. */
function told(error: unknown): never {
  const cause = error instanceof NothingHappened ? error.cause : error
  if (cause instanceof JobFailure) throw new AppError('GENERIC_COMMAND_ERROR', 422, cause.message, { cause: error })
  throw error
}
