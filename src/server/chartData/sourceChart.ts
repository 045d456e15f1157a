import { type OpenedChart, openFormData } from '../../charts/openFormData.ts'
import { AppError } from '../../model/errors/errors.ts'
import type { Subject } from '../access/subject.ts'
import { findChart, formDataOf } from '../entities/charts.ts'
import type { Services } from '../services.ts'
import type { Row } from '../storage/schema.ts'

const message = 'it was deleted, or you have no access to it'

/**
 * A saved chart that another chart draws.
 * @throws AppError 404 if the subject may not read it, or it does not exist; 400 if its type is not supported
 */
export async function openSource(
  { can, db }: Pick<Services, 'can' | 'db'>,
  subject: Subject,
  id: number,
): Promise<{ chart: Row<'charts'>; opened: OpenedChart }> {
  const chart = (await mayRead({ can }, subject, id)) ? await findChart(db, id) : undefined
  if (!chart) throw new AppError('GENERIC_COMMAND_ERROR', 404, message)
  const opened = await openFormData(formDataOf(chart))
  if (!opened) throw new AppError('GENERIC_COMMAND_ERROR', 400, `its type is not supported: ${chart.viz_type}`)
  return { chart, opened }
}

async function mayRead({ can }: Pick<Services, 'can'>, subject: Subject, id: number): Promise<boolean> {
  try {
    await can(subject, 'read', { kind: 'Chart', id })
    return true
  } catch (error) {
    if (error instanceof AppError && (error.status === 403 || error.status === 404)) return false
    throw error
  }
}
