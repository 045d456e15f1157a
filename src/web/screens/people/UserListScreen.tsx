import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Braces, KeyRound, LockKeyhole, Pencil, Plus, ShieldOff, Trash2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { can, currentUser, isAdmin } from '../../api/bootstrap.ts'
import { messageOf } from '../../api/failure.ts'
import { deleteUsers, endSecondFactorOf, loadUser, type UserRow, userListQuery } from '../../api/people.ts'
import { ListScreen } from '../../list/ListScreen.tsx'
import type { ColumnDefinition, ListDefinition } from '../../list/listDefinition.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LazyPart } from '../../ui/LazyPart.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import css from './People.module.css'
import type { OpenedByAddress } from './peopleAddress.ts'

type Text = ReturnType<typeof useText>

const texts = defineTexts('users', {
  title: 'Users',
  add: 'User',
  username: 'Username',
  name: 'Name',
  email: 'Email',
  roles: 'Roles',
  role: 'Role',
  status: 'Status',
  active: 'Active',
  disabled: 'Disabled',
  invited: 'Invited',
  lastSignIn: 'Last sign-in',
  never: 'Never',
  failures: '{count, plural, one {# failed sign-in} other {# failed sign-ins}}',
  edit: 'Edit',
  password: 'Reset password',
  link: 'Link to set a password',
  keys: 'API keys',
  factor: 'Remove second factor',
  factorGone: 'The second factor of {name} is off.',
  delete: 'Delete',
  own: 'This is your own account.',
  question: 'Are you sure you want to delete <b>{title}</b>? Their dashboards and charts remain.',
  bulkQuestion: 'Are you sure you want to delete the selected users?',
  bulkFailure: 'There was an issue deleting the selected users: {message}',
  empty: 'No users',
  emptyText: 'No user matches.',
})

const UserDialog = lazy(() => import('./UserDialog.tsx'))
const PasswordDialog = lazy(() => import('./PasswordDialog.tsx'))
const LinkDialog = lazy(() => import('./LinkDialog.tsx'))
const UserKeysDialog = lazy(() => import('./UserKeysDialog.tsx'))

type Opened =
  | { kind: 'edit'; user: UserRow | undefined }
  | { kind: 'link' | 'keys' | 'password'; id: number; name: string }

/** The accounts of this server, with their roles and last sign-in. */
export function UserListScreen({ opened: byAddress }: { opened: OpenedByAddress | undefined }) {
  const t = useText()
  const rich = useRichText()
  const queryClient = useQueryClient()
  const [opened, setOpened] = useOpened(byAddress)
  const mayChange = isAdmin() && can('can_put', 'User')
  const close = () => setOpened(undefined)

  /** Switches off the second factor of a user who has lost the authenticator app and the recovery codes. */
  async function endFactor({ id, username }: UserRow) {
    try {
      await endSecondFactorOf(id)
      toast.success(t(texts.factorGone, { name: username }))
      void queryClient.invalidateQueries({ queryKey: ['users'] })
    } catch (error) {
      toast.danger(messageOf(error))
    }
  }

  const definition = (askDelete: (user: UserRow) => void): ListDefinition<UserRow> => ({
    title: t(texts.title),
    query: userListQuery,
    queryKeyRoot: 'users',
    defaultSort: { column: 'username', order: 'asc' },
    searchFilter: (value) => ({ col: 'username', opr: 'ct', value }),
    filters: [
      {
        key: 'active',
        label: t(texts.status),
        options: [
          { value: true, label: t(texts.active) },
          { value: false, label: t(texts.disabled) },
        ],
        toFilter: (value) => ({ col: 'active', opr: 'eq', value }),
      },
    ],
    nameSort: 'username',
    titleOf: (user) => user.username,
    columns: columnsOf(t),
    actionsOf: (user) => [
      { label: t(texts.edit), icon: <Pencil size={15} />, onSelect: () => setOpened({ kind: 'edit', user }) },
      {
        label: t(texts.password),
        icon: <LockKeyhole size={15} />,
        onSelect: () => setOpened({ kind: 'password', id: user.id, name: user.username }),
      },
      {
        label: t(texts.link),
        icon: <KeyRound size={15} />,
        onSelect: () => setOpened({ kind: 'link', id: user.id, name: user.username }),
      },
      {
        label: t(texts.keys),
        icon: <Braces size={15} />,
        onSelect: () => setOpened({ kind: 'keys', id: user.id, name: user.username }),
      },
      ...(user.has_second_factor
        ? [{ label: t(texts.factor), icon: <ShieldOff size={15} />, onSelect: () => void endFactor(user) }]
        : []),
      {
        label: t(texts.delete),
        icon: <Trash2 size={15} />,
        disabledReason: user.id === currentUser.userId ? t(texts.own) : undefined,
        onSelect: () => askDelete(user),
      },
    ],
    canWrite: mayChange,
    canExport: false,
    remove: deleteUsers,
    deleteQuestion: (user) => rich(texts.question, { title: user.username, b: (parts) => <b>{parts}</b> }),
    bulkQuestion: t(texts.bulkQuestion),
    bulkFailure: (message) => t(texts.bulkFailure, { message }),
    primary: mayChange ? (
      <Button variant="primary" icon={<Plus size={14} />} onClick={() => setOpened({ kind: 'edit', user: undefined })}>
        {t(texts.add)}
      </Button>
    ) : undefined,
    empty: () => <EmptyState size="big" title={t(texts.empty)} text={t(texts.emptyText)} />,
  })

  return (
    <>
      <ListScreen definition={definition} />
      {opened === undefined ? null : (
        <LazyPart onClose={close}>
          {opened.kind === 'password' ? (
            <PasswordDialog
              userId={opened.id}
              name={opened.name}
              onClose={close}
              onLink={() => setOpened({ ...opened, kind: 'link' })}
            />
          ) : opened.kind === 'edit' ? (
            <UserDialog
              user={opened.user}
              onClose={close}
              onInvited={(id, name) => setOpened({ kind: 'link', id, name })}
            />
          ) : opened.kind === 'link' ? (
            <LinkDialog userId={opened.id} name={opened.name} onClose={close} />
          ) : (
            <UserKeysDialog userId={opened.id} name={opened.name} canRevoke={mayChange} onClose={close} />
          )}
        </LazyPart>
      )}
    </>
  )
}

const columnsOf = (t: Text): ColumnDefinition<UserRow>[] => [
  {
    key: 'username',
    label: t(texts.username),
    sort: 'username',
    cell: (user) => (
      <a className={css.name} href={`/superset/profile/${encodeURIComponent(user.username)}/`}>
        {user.username}
      </a>
    ),
  },
  {
    key: 'name',
    label: t(texts.name),
    width: 170,
    sort: 'first_name',
    hiddenBelow: 'narrow',
    cell: (user) => `${user.first_name} ${user.last_name}`,
  },
  {
    key: 'email',
    label: t(texts.email),
    width: 220,
    sort: 'email',
    isQuiet: true,
    hiddenBelow: 'medium',
    cell: (user) => user.email,
  },
  {
    key: 'roles',
    label: t(texts.roles),
    width: 190,
    hiddenBelow: 'narrow',
    cell: (user) => user.roles.map(({ name }) => name).join(', '),
  },
  { key: 'status', label: t(texts.status), width: 100, sort: 'active', cell: (user) => <Status user={user} /> },
  {
    key: 'lastSignIn',
    label: t(texts.lastSignIn),
    width: 140,
    sort: 'last_login',
    isQuiet: true,
    hiddenBelow: 'narrow',
    cell: (user) => (
      <span title={user.fail_login_count > 0 ? t(texts.failures, { count: user.fail_login_count }) : undefined}>
        {user.last_login === null ? t(texts.never) : <RelativeTime time={user.last_login} />}
      </span>
    ),
  },
]

/**
 * The open dialog. Initially it is the one in the address, for which the user is loaded. Closing that dialog returns to
 * the address of the list.
 */
function useOpened(byAddress: OpenedByAddress | undefined) {
  const { history } = useRouter()
  const [chosen, setChosen] = useState<Opened>()
  const id = byAddress && 'id' in byAddress ? byAddress.id : undefined
  const { data: user } = useQuery({
    queryKey: ['users', 'one', id],
    enabled: id !== undefined,
    retry: false,
    queryFn: ({ signal }) => loadUser(id ?? 0, signal),
  })

  function set(opened: Opened | undefined) {
    if (opened === undefined && byAddress) history.replace('/users/list/')
    setChosen(opened)
  }
  return [chosen ?? openedAtFirst(byAddress, user), set] as const
}

function openedAtFirst(byAddress: OpenedByAddress | undefined, user: UserRow | undefined): Opened | undefined {
  if (byAddress?.dialog === 'add') return { kind: 'edit', user: undefined }
  if (byAddress === undefined || user === undefined) return undefined
  return byAddress.dialog === 'password'
    ? { kind: 'password', id: user.id, name: user.username }
    : { kind: 'edit', user }
}

function Status({ user }: { user: UserRow }) {
  const t = useText()
  if (!user.active) return <Tag tone="neutral">{t(texts.disabled)}</Tag>
  return user.has_password || user.last_login !== null ? (
    <Tag tone="success">{t(texts.active)}</Tag>
  ) : (
    <Tag tone="info">{t(texts.invited)}</Tag>
  )
}
