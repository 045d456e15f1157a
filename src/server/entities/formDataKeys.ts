import { AppError } from '../../model/errors/errors.ts'
import { isRecord, parseJson } from '../../model/wire/json.ts'
import { datasetIdOf, FormDataState } from '../../model/wire/stateForm.ts'
import type { Subject } from '../access/subject.ts'
import type { Services } from '../services.ts'
import { contextOf, keepState } from './keyValues.ts'

/**
 * Stores form data of a request under a key, so that the address of the page stays short. Equal form data of the same
 * user has the same key: opening a link again stores nothing new. @throws AppError: the form data has no dataset, or
 * the user may not see it.
 */
export async function keepFormData(
  services: Services,
  subject: Subject,
  formData: Record<string, unknown>,
): Promise<string> {
  const datasetId = datasetIdOf(formData)
  if (datasetId === undefined) throw invalid('The form data has no dataset.')
  await services.can(subject, 'read', { kind: 'Dataset', id: datasetId })
  const chartId = typeof formData['slice_id'] === 'number' ? formData['slice_id'] : null
  if (chartId !== null) await services.can(subject, 'read', { kind: 'Chart', id: chartId })
  const text = JSON.stringify(formData)
  const state = FormDataState.safeParse({
    datasource_id: datasetId,
    datasource_type: 'table',
    chart_id: chartId,
    form_data: text,
  })
  if (!state.success) throw invalid('The form data is too long.')
  const ownerId = subject.user?.id ?? null
  return keepState(services.db, services, {
    kind: 'form_data',
    context: contextOf('form_data of an address', ownerId, text),
    objectId: chartId,
    ownerId,
    value: JSON.stringify(state.data),
  })
}

const invalid = (message: string) => new AppError('INVALID_PAYLOAD_SCHEMA_ERROR', 400, message)

/**
 * The query string of an explore URL, with a `form_data_key` in place of form data that names its dataset. Form data
 * that cannot be stored (only a chart id, not JSON, too long, or with a dataset that the user may not see) is not
 * replaced: the page reports the error.
 */
export async function withFormDataKey(services: Services, subject: Subject, query: string): Promise<string> {
  const params = new URLSearchParams(query)
  const formData = objectOf(params.get('form_data'))
  if (!formData || datasetIdOf(formData) === undefined) return query
  const chartId = Number(params.get('slice_id'))
  if (formData['slice_id'] === undefined && Number.isSafeInteger(chartId) && chartId > 0) formData['slice_id'] = chartId
  try {
    const key = await keepFormData(services, subject, formData)
    params.delete('form_data')
    params.set('form_data_key', key)
    return `?${params}`
  } catch (error) {
    if (error instanceof AppError) return query
    throw error
  }
}

function objectOf(text: string | null): Record<string, unknown> | undefined {
  try {
    const value = text === null ? undefined : parseJson(text)
    return isRecord(value) ? { ...value } : undefined
  } catch {
    return undefined
  }
}
