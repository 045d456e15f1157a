import { expect, it } from 'vitest'
import { mixedFormData } from './formData.ts'
import { plainMixedForm } from './plainMixedForm.ts'

it('has the defaults of the schema', () => {
  expect(plainMixedForm).toMatchObject(mixedFormData.parse({}))
})
