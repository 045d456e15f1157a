import { expect, it } from 'vitest'
import { timeseriesFormData } from './formData.ts'
import { plainForm } from './plainForm.ts'
import { seriesTypes } from './styles.ts'

it('has the defaults of the schema', () => {
  expect(plainForm).toEqual(timeseriesFormData({ choices: seriesTypes }).parse({}))
})
