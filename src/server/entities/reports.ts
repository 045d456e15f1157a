import { AppError } from '../../model/errors/errors.ts'
import type { Trx } from '../storage/schema.ts'

/** An object can be deleted only after its alerts and reports. @throws AppError 422 with their names */
export async function refuseWithReports(
  trx: Trx,
  column: 'chart_id' | 'dashboard_id' | 'database_id',
  ids: readonly number[],
): Promise<void> {
  const reports = await trx
    .selectFrom('report_schedules')
    .select('name')
    .where(column, 'in', [...ids])
    .orderBy('id')
    .execute()
  if (reports.length === 0) return
  const names = reports.map(({ name }) => name).join(',')
  throw new AppError('GENERIC_COMMAND_ERROR', 422, `There are associated alerts or reports: ${names}`)
}
