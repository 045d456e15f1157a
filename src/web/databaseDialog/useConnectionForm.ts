import { useRef, useState } from 'react'
import { createDatabase, updateDatabase, validateParameters } from '../api/databases.ts'
import { ApiError, messageOf } from '../api/failure.ts'
import { defineTexts, useText } from '../ui/text.ts'
import {
  changesOf,
  connectionOf,
  type DatabaseDraft,
  emptyTunnelFields,
  invalidJson,
  isUntouched,
  settingsOf,
} from './databaseDraft.ts'
import { type FormErrors, formErrors, noErrors } from './fieldErrors.ts'

const texts = defineTexts('connectionForm', { required: 'This is a required field' })

/** A draft, its errors, and the calls that validate and save it. */
export function useConnectionForm(initial: DatabaseDraft) {
  const t = useText()
  const [draft, setDraft] = useState(initial)
  const [errors, setErrors] = useState<FormErrors>(noErrors)
  const [isBusy, setIsBusy] = useState(false)
  /** After the first attempt to connect, missing values are also shown when a field is left. */
  const [wasTried, setWasTried] = useState(false)
  const checking = useRef<AbortController>(undefined)
  const isPressing = useRef(false)
  const required = t(texts.required)

  const change = (part: Partial<DatabaseDraft>) => {
    setDraft((now) => ({ ...now, ...part }))
    if ('ssh_tunnel' in part) setErrors(withoutTunnel)
  }

  /** The errors of the current values; undefined if they were validated again in the meantime. */
  async function check(isFinal: boolean): Promise<FormErrors | undefined> {
    checking.current?.abort()
    const controller = new AbortController()
    checking.current = controller
    const own = ownErrors(draft, required)
    try {
      await validateParameters({ ...connectionOf(draft), id: draft.id }, controller.signal)
      if (controller.signal.aborted) return undefined
      return isFinal ? own : noErrors
    } catch (error) {
      if (controller.signal.aborted) return undefined
      const found = formErrors(error instanceof ApiError ? error.all : [], { isFinal, required })
      // the dialog itself reports the empty fields
      if (emptyTunnelFields(draft).length > 0) delete found.fields['ssh_tunnel']
      if (isFinal && !(error instanceof ApiError && error.all.length > 0)) found.others.push(messageOf(error))
      return isFinal ? { fields: { ...found.fields, ...own.fields }, others: found.others } : found
    }
  }

  /** Called when a field loses the focus: reports invalid values, and missing ones after the first attempt. */
  async function leave() {
    if (isBusy || isPressing.current) return
    if (!wasTried && isUntouched(draft)) {
      checking.current?.abort()
      setErrors(noErrors)
      return
    }
    const found = await check(wasTried)
    if (found) setErrors(atFields(found, draft))
  }

  /**
   * Called when the button is pressed, which moves the focus out of a field. Errors that appear now would move the
   * button away before it is released, and no click would follow.
   */
  function press() {
    isPressing.current = true
    checking.current?.abort()
    const release = () => {
      isPressing.current = false
    }
    window.addEventListener('pointerup', release, { once: true })
    window.addEventListener('pointercancel', release, { once: true })
  }

  /** Runs a save; its errors are shown at their fields. Undefined if it failed. */
  async function run<T>(save: () => Promise<T>, isChecked: boolean): Promise<T | undefined> {
    if (isBusy || invalidJson(draft).length > 0) return undefined
    setIsBusy(true)
    setWasTried(true)
    try {
      const found = isChecked ? await check(true) : ownErrors(draft, required)
      if (!found) return undefined
      setErrors(atFields(found, draft))
      if (hasErrors(found)) return undefined
      return await save()
    } catch (error) {
      setErrors(atFields(errorsOfSave(error, required), draft))
      return undefined
    } finally {
      setIsBusy(false)
    }
  }

  const isForm = draft.method === 'dynamic_form'
  return {
    draft,
    errors,
    isBusy,
    change,
    leave: () => void leave(),
    press,
    /** `id`: of a database that is already connected, because the user went back to this step */
    connect: (id: number | undefined) =>
      run(async () => {
        const body = { ...settingsOf(draft), ...connectionOf(draft) }
        if (id === undefined) return createDatabase(body)
        await updateDatabase(id, body)
        return id
      }, isForm),
    save: (id: number) =>
      run(async () => {
        await updateDatabase(id, changesOf(draft, initial))
        return id
      }, false),
    /** after the connection was saved, saves only the settings */
    saveSettings: (id: number) =>
      run(async () => {
        await updateDatabase(id, {
          ...settingsOf(draft),
          ...(draft.masked_encrypted_extra.trim() === ''
            ? {}
            : { masked_encrypted_extra: draft.masked_encrypted_extra }),
          ...(draft.server_cert === '' ? {} : { server_cert: draft.server_cert }),
        })
        return id
      }, false),
  }
}

/** The fields of a tunnel are validated when the user connects, not when they lose the focus. */
const withoutTunnel = ({ fields, others }: FormErrors): FormErrors => ({
  fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith('ssh_tunnel.'))),
  others,
})

const hasErrors = ({ fields, others }: FormErrors) => Object.keys(fields).length > 0 || others.length > 0

/** Errors that are found without the server. */
function ownErrors(draft: DatabaseDraft, required: string): FormErrors {
  const fields: Record<string, string> = {}
  if (draft.database_name.trim() === '') fields['database_name'] = required
  if (draft.method === 'sqlalchemy_form' && draft.sqlalchemy_uri.trim() === '') fields['sqlalchemy_uri'] = required
  for (const name of emptyTunnelFields(draft)) fields[name] = required
  return { fields, others: [] }
}

const alwaysShown = [
  'database_name',
  'server_cert',
  'masked_encrypted_extra',
  ...['server_address', 'username', 'password', 'private_key'].map((name) => `ssh_tunnel.${name}`),
]

/** Moves errors of fields that the form does not show to the errors without a field. */
function atFields({ fields, others }: FormErrors, { method, product }: DatabaseDraft): FormErrors {
  const names = method === 'dynamic_form' ? (product?.form ?? []).map(({ name }) => name) : ['sqlalchemy_uri']
  const shown = new Set([...alwaysShown, ...names])
  const entries = Object.entries(fields)
  return {
    fields: Object.fromEntries(entries.filter(([name]) => shown.has(name))),
    others: [...others, ...entries.filter(([name]) => !shown.has(name)).map(([, message]) => message)],
  }
}

function errorsOfSave(error: unknown, required: string): FormErrors {
  if (error instanceof ApiError && error.fields) {
    const entries = Object.entries(error.fields).map(([name, said]) => [name, [said].flat().join(' ')])
    return { fields: Object.fromEntries(entries), others: [] }
  }
  if (error instanceof ApiError && error.all.length > 0) {
    const found = formErrors(error.all, { isFinal: true, required })
    if (hasErrors(found)) return found
  }
  return { fields: {}, others: [messageOf(error)] }
}
