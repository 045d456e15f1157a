import { afterEach, expect, it, vi } from 'vitest'
import { shownForm } from './openFormData.ts'
import { query } from './pie/query.ts'

afterEach(() => void vi.restoreAllMocks())

it('shows form data in the current format, with all defaults', async () => {
  const onFault = vi.fn()
  const { type, form_data } = await shownForm({ viz_type: 'pie', metric: 'count', groupby: ['region'] }, onFault)
  expect(type?.type).toBe('pie')
  expect(form_data).toMatchObject({ viz_type: 'pie', metric: 'count', groupby: ['region'], row_limit: 100 })
  expect(onFault).not.toHaveBeenCalled()
})

it('accepts values that no control would save', async () => {
  const onFault = vi.fn()
  const { form_data } = await shownForm({ viz_type: 'pie', metric: 7, groupby: { a: 1 }, show_total: 'no' }, onFault)
  expect(form_data).toMatchObject({ viz_type: 'pie', groupby: [], row_limit: 100 })
  expect(onFault).not.toHaveBeenCalled()
})

it('shows form data of a type that is not supported as saved', async () => {
  const saved = { viz_type: 'unheard_of', metric: 'count' }
  expect(await shownForm(saved, vi.fn())).toEqual({ type: null, form_data: saved })
})

it('shows form data as saved, and reports why, if reading it fails', async () => {
  const fault = new TypeError('a fault of ours')
  vi.spyOn(query.formData, 'parse').mockImplementation(() => {
    throw fault
  })
  const onFault = vi.fn()
  const saved = { viz_type: 'pie', metric: 'count', groupby: ['region'] }
  expect((await shownForm(saved, onFault)).form_data).toBe(saved)
  expect(onFault).toHaveBeenCalledExactlyOnceWith(fault)
})
