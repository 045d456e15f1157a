import { act } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../ui/testing/show.tsx'
import { newDraft } from './databaseDraft.ts'
import { useConnectionForm } from './useConnectionForm.ts'

const invalid = (names: string[], message: string) => ({
  error_type: 'INVALID_PAYLOAD_SCHEMA_ERROR',
  message,
  level: 'error',
  extra: { invalid: names },
})
const missing = (names: string[]) => ({
  error_type: 'CONNECTION_MISSING_PARAMETERS_ERROR',
  message: 'One or more parameters are missing',
  level: 'warning',
  extra: { missing: names },
})

/** A server that responds when the test says so; an aborted request is rejected. */
function heldServer() {
  const waiting: ((errors: object[]) => void)[] = []
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
        waiting.push((errors) => resolve(new Response(JSON.stringify({ errors }), { status: 422 })))
      }),
  )
  return { waiting, answer: (at: number, errors: object[]) => act(async () => waiting[at]?.(errors)) }
}

const product = {
  name: 'PostgreSQL',
  engine: 'postgresql',
  form: ['host', 'port'].map((name) => ({ name, label: name, type: 'text', is_required: true })),
}

type Form = ReturnType<typeof useConnectionForm>
function Harness({ onRendered }: { onRendered: (form: Form) => void }) {
  const form = useConnectionForm(newDraft(product as unknown as Parameters<typeof newDraft>[0]))
  useLayoutEffect(() => onRendered(form))
  return null
}

/** The states of the form after each change. */
function open() {
  const result = {} as { current: Form }
  show(
    <Harness
      onRendered={(form) => {
        result.current = form
      }}
    />,
  )
  return { result }
}
afterEach(() => vi.unstubAllGlobals())

it('errors of a field that is left by pressing Connect do not move the button', async () => {
  const { waiting, answer } = heldServer()
  const { result } = open()
  await act(async () => result.current.change({ parameters: { port: '54x' } }))
  await act(async () => result.current.leave())
  await act(async () => result.current.press())
  await answer(0, [invalid(['port'], 'Port must be a valid integer.')])
  // pressing the button moves the focus out of the field
  await act(async () => result.current.leave())
  expect(waiting).toHaveLength(1)
  expect(result.current.errors.fields).toEqual({})

  window.dispatchEvent(new Event('pointerup'))
  await act(async () => void result.current.connect(undefined))
  await answer(1, [invalid(['port'], 'Port must be a valid integer.'), missing(['host'])])
  expect(result.current.errors.fields).toEqual({
    port: 'Port must be a valid integer.',
    host: 'This is a required field',
  })
})

it('after an attempt to connect, missing values of a field are shown when it is left', async () => {
  const { answer } = heldServer()
  const { result } = open()
  await act(async () => void result.current.connect(undefined))
  await answer(0, [missing(['host', 'port'])])
  await act(async () => result.current.change({ parameters: { port: '54x' } }))
  await act(async () => result.current.leave())
  await answer(1, [invalid(['port'], 'Port must be a valid integer.'), missing(['host'])])
  expect(result.current.errors.fields).toEqual({
    port: 'Port must be a valid integer.',
    host: 'This is a required field',
  })
})
