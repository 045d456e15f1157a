import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { currentUser } from '../../api/bootstrap.ts'
import { messageOf } from '../../api/failure.ts'
import { allRolesQuery, createUser, type UserRow, updateUser, viewAsUser } from '../../api/people.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { MultiSelect } from '../../ui/select/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import css from './People.module.css'

const texts = defineTexts('userDialog', {
  addTitle: 'Add user',
  editTitle: 'Edit user',
  username: 'Username',
  first: 'First Name',
  last: 'Last Name',
  email: 'Email',
  roles: 'Roles',
  rolesHelp: 'A user has the permissions and the data access of all their roles.',
  active: 'Can sign in',
  cancel: 'Cancel',
  invite: 'Add and create a link',
  save: 'Save',
  saved: 'The user was saved.',
  viewAs: 'View as this user',
})

interface Props {
  /** undefined for a new user */
  user: UserRow | undefined
  onClose: () => void
  /** A new user has no password: the next step is a link to set one. */
  onInvited: (id: number, name: string) => void
}

/** Name, address and roles of an account. */
export default function UserDialog({ user, onClose, onInvited }: Props) {
  const t = useText()
  const formId = useId()
  const queryClient = useQueryClient()
  const roles = useQuery(allRolesQuery)
  const [draft, setDraft] = useState(() => ({
    username: user?.username ?? '',
    first_name: user?.first_name ?? '',
    last_name: user?.last_name ?? '',
    email: user?.email ?? '',
    roles: user?.roles.map(({ id }) => id) ?? [],
    active: user?.active ?? true,
  }))
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const set = (change: Partial<typeof draft>) => setDraft({ ...draft, ...change })
  const isReady = [draft.username, draft.first_name, draft.last_name, draft.email].every((text) => text.trim() !== '')

  async function save(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !isReady) return
    setIsBusy(true)
    setFailure(undefined)
    try {
      if (user === undefined) {
        const { id } = await createUser({ ...draft, password: null })
        onInvited(id, draft.username)
      } else {
        await updateUser(user.id, draft)
        toast.success(t(texts.saved))
        onClose()
      }
      void queryClient.invalidateQueries({ queryKey: ['users'] })
      void queryClient.invalidateQueries({ queryKey: ['roles'] })
    } catch (error) {
      setFailure(messageOf(error))
      setIsBusy(false)
    }
  }

  async function view(id: number) {
    try {
      await viewAsUser(id)
      location.assign('/superset/welcome/')
    } catch (error) {
      setFailure(messageOf(error))
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(user === undefined ? texts.addTitle : texts.editTitle)}
      footer={
        <>
          {user?.active && user.id !== currentUser.userId ? (
            <span className={css.first}>
              <Button size="md" variant="quiet" onClick={() => void view(user.id)}>
                {t(texts.viewAs)}
              </Button>
            </span>
          ) : null}
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant="primary" type="submit" form={formId} busy={isBusy} disabled={!isReady}>
            {t(user === undefined ? texts.invite : texts.save)}
          </Button>
        </>
      }
    >
      <form id={formId} className={css.form} noValidate onSubmit={(event) => void save(event)}>
        {failure === undefined ? null : <Banner tone="danger">{failure}</Banner>}
        <NameFields draft={draft} onChange={set} />
        <Field label={t(texts.roles)} help={t(texts.rolesHelp)}>
          <MultiSelect
            label={t(texts.roles)}
            size="md"
            wrap
            value={draft.roles}
            onChange={(ids) => set({ roles: ids })}
            options={(roles.data?.result ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            labelOf={(id) => user?.roles.find((role) => role.id === id)?.name}
          />
        </Field>
        <Checkbox label={t(texts.active)} checked={draft.active} onChange={(active) => set({ active })} />
      </form>
    </Dialog>
  )
}

interface NameFieldsProps {
  draft: Record<'username' | 'first_name' | 'last_name' | 'email', string>
  onChange: (change: Partial<NameFieldsProps['draft']>) => void
}

function NameFields({ draft, onChange }: NameFieldsProps) {
  const t = useText()
  return (
    <>
      <div className={css.two}>
        <TextField
          label={t(texts.first)}
          size="md"
          required
          value={draft.first_name}
          onChange={(value) => onChange({ first_name: value })}
        />
        <TextField
          label={t(texts.last)}
          size="md"
          required
          value={draft.last_name}
          onChange={(value) => onChange({ last_name: value })}
        />
      </div>
      <div className={css.two}>
        <TextField
          label={t(texts.username)}
          size="md"
          required
          autoCapitalize="none"
          spellCheck={false}
          value={draft.username}
          onChange={(username) => onChange({ username })}
        />
        <TextField
          label={t(texts.email)}
          size="md"
          type="email"
          required
          value={draft.email}
          onChange={(email) => onChange({ email })}
        />
      </div>
    </>
  )
}
