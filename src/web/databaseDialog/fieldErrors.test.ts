import { expect, it } from 'vitest'
import { formErrors } from './fieldErrors.ts'

const items = [
  { error_type: 'CONNECTION_MISSING_PARAMETERS_ERROR', message: 'x', extra: { missing: ['host', 'port'] } },
  {
    error_type: 'CONNECTION_INVALID_PORT_ERROR',
    message: 'Port must be a valid integer.',
    extra: { invalid: ['port'] },
  },
  { error_type: 'CONNECTION_INVALID_PORT_ERROR', message: 'The port is too large.', extra: { invalid: ['port'] } },
  { error_type: 'CONNECTION_ACCESS_DENIED_ERROR', message: 'No entry', extra: { invalid: ['username', 'password'] } },
  { error_type: 'CONNECTION_HOST_DOWN_ERROR', message: 'Down', extra: {} },
]

it('while a form is filled in, only invalid values are errors', () => {
  expect(formErrors(items, { isFinal: false, required: 'This is a required field' })).toEqual({
    fields: { port: 'Port must be a valid integer.' },
    others: [],
  })
})

it('when the user connects, missing values, denied access and errors that belong to no field are errors, too', () => {
  expect(formErrors(items, { isFinal: true, required: 'This is a required field' })).toEqual({
    fields: {
      host: 'This is a required field',
      port: 'This is a required field',
      username: 'No entry',
      password: 'No entry',
    },
    others: ['Down'],
  })
})
