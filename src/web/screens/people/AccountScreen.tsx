import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { minPasswordLength } from '../../../model/people/passwordLength.ts'
import { bootstrap, currentUser } from '../../api/bootstrap.ts'
import { ApiError, messageOf } from '../../api/failure.ts'
import { ownSignInQuery } from '../../api/ownSignIn.ts'
import { updateOwnAccount } from '../../api/people.ts'
import { timeZoneOptions } from '../../schedule/timeZones.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/select/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { ApiKeySection } from './ApiKeySection.tsx'
import css from './People.module.css'
import { ProviderSection } from './ProviderSection.tsx'
import { SecondFactorSection } from './SecondFactorSection.tsx'

const texts = defineTexts('account', {
  title: 'Your account',
  username: 'Username',
  roles: 'Roles',
  first: 'First Name',
  last: 'Last Name',
  email: 'Email',
  save: 'Save',
  saved: 'Your account was saved.',
  password: 'Change password',
  current: 'Current password',
  next: 'New password',
  repeat: 'Confirm Password',
  help: 'At least {count, number} characters. Other browsers are signed out.',
  differs: 'The passwords do not match.',
  change: 'Change password',
  changed: 'Your password was changed.',
  times: 'Time zone',
  zone: 'Show times in',
  zoneHelp:
    'Times in charts and tables are shown in this time zone, and ranges such as "Last day" end in it. Dashboards with their own time zone use that one.',
  asData: 'As in the data',
  zoneSaved: 'Your time zone was saved.',
})

/** The user's own account: name, address and password. */
export function AccountScreen() {
  const t = useText()
  const { pathname } = useLocation()
  // users who sign in with an identity provider or a directory have no password here
  const hasPassword = useQuery(ownSignInQuery).data?.has_password ?? true
  return (
    <div className={css.page}>
      <PageTitle>{t(texts.title)}</PageTitle>
      <PageHeader title={t(texts.title)} />
      <div className={css.account}>
        <dl className={css.facts}>
          <dt>{t(texts.username)}</dt>
          <dd>{currentUser.username}</dd>
          <dt>{t(texts.roles)}</dt>
          <dd>{Object.keys(currentUser.roles).join(', ')}</dd>
        </dl>
        {bootstrap.viewer ? null : (
          <>
            <NameForm />
            <TimeZoneForm />
            {hasPassword ? <PasswordForm isFirst={pathname.startsWith('/resetmypassword/')} /> : null}
            <SecondFactorSection />
            <ProviderSection />
            <ApiKeySection />
          </>
        )}
      </div>
    </div>
  )
}

function NameForm() {
  const t = useText()
  const [first, setFirst] = useState(currentUser.firstName ?? '')
  const [last, setLast] = useState(currentUser.lastName ?? '')
  const [email, setEmail] = useState(currentUser.email ?? '')
  const { send, isBusy, failure } = useSending(t(texts.saved))
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => void send(event, { first_name: first.trim(), last_name: last.trim(), email: email.trim() })}
    >
      {failure === undefined ? null : <Banner tone="danger">{failure}</Banner>}
      <div className={css.two}>
        <TextField label={t(texts.first)} size="md" value={first} onChange={setFirst} autoComplete="given-name" />
        <TextField label={t(texts.last)} size="md" value={last} onChange={setLast} autoComplete="family-name" />
      </div>
      <TextField label={t(texts.email)} size="md" type="email" value={email} onChange={setEmail} autoComplete="email" />
      <div className={css.buttons}>
        <Button size="md" type="submit" variant="primary" busy={isBusy}>
          {t(texts.save)}
        </Button>
      </div>
    </form>
  )
}

function TimeZoneForm() {
  const t = useText()
  const [zone, setZone] = useState(currentUser.timeZone)
  const queryClient = useQueryClient()
  const { send, isBusy, failure } = useSending(t(texts.zoneSaved))

  async function save(event: FormEvent) {
    if (!(await send(event, { time_zone: zone ?? null }))) return
    // pages that are opened next show times in this zone, and its name
    Object.assign(currentUser, { timeZone: zone })
    await queryClient.invalidateQueries()
  }

  return (
    <form className={css.form} noValidate onSubmit={(event) => void save(event)}>
      <h2 className={css.section}>{t(texts.times)}</h2>
      {failure === undefined ? null : <Banner tone="danger">{failure}</Banner>}
      <Field label={t(texts.zone)} help={t(texts.zoneHelp)}>
        <Select
          label={t(texts.zone)}
          size="md"
          clearable
          placeholder={t(texts.asData)}
          options={timeZoneOptions(zone ?? 'UTC')}
          value={zone}
          onChange={setZone}
        />
      </Field>
      <div className={css.buttons}>
        <Button size="md" type="submit" variant="primary" busy={isBusy}>
          {t(texts.save)}
        </Button>
      </div>
    </form>
  )
}

function PasswordForm({ isFirst }: { isFirst: boolean }) {
  const t = useText()
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [repeated, setRepeated] = useState('')
  const { send, isBusy, failure, fields } = useSending(t(texts.changed))
  const wrong = fields?.['current_password']
  const isReady = current !== '' && next.length >= minPasswordLength && next === repeated

  async function change(event: FormEvent) {
    if (!isReady) return event.preventDefault()
    const isDone = await send(event, { current_password: current, password: next })
    if (isDone) for (const clear of [setCurrent, setNext, setRepeated]) clear('')
  }

  return (
    <form className={css.form} noValidate onSubmit={(event) => void change(event)}>
      <h2 className={css.section}>{t(texts.password)}</h2>
      {failure === undefined || wrong !== undefined ? null : <Banner tone="danger">{failure}</Banner>}
      <TextField
        label={t(texts.current)}
        size="md"
        type="password"
        value={current}
        onChange={setCurrent}
        error={wrong === undefined ? undefined : [wrong].flat().join(' ')}
        autoComplete="current-password"
        autoFocus={isFirst}
      />
      <TextField
        label={t(texts.next)}
        size="md"
        type="password"
        value={next}
        onChange={setNext}
        autoComplete="new-password"
        help={t(texts.help, { count: minPasswordLength })}
      />
      <TextField
        label={t(texts.repeat)}
        size="md"
        type="password"
        value={repeated}
        onChange={setRepeated}
        autoComplete="new-password"
        error={repeated !== '' && repeated !== next ? t(texts.differs) : undefined}
      />
      <div className={css.buttons}>
        <Button size="md" type="submit" disabled={!isReady} busy={isBusy}>
          {t(texts.change)}
        </Button>
      </div>
    </form>
  )
}

/** Sends a change of the account; true if it was stored. */
function useSending(done: string) {
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const fields = error instanceof ApiError ? error.fields : undefined
  const failure = error === undefined ? undefined : messageOf(error)
  async function send(event: FormEvent, body: Parameters<typeof updateOwnAccount>[0]): Promise<boolean> {
    event.preventDefault()
    setIsBusy(true)
    setError(undefined)
    try {
      await updateOwnAccount(body)
      toast.success(done)
      return true
    } catch (caught) {
      setError(caught)
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { send, isBusy, failure, fields }
}
