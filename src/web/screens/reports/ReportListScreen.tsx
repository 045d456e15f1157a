import { useQueryClient } from '@tanstack/react-query'
import { Eye, History, Mail, MessageSquare, Pencil, Plus, Trash2, Webhook } from 'lucide-react'
import { lazy, useState } from 'react'
import { RECIPIENT_TYPES, REPORT_STATES } from '../../../model/report/reportTerms.ts'
import { can, currentUser, isAdmin } from '../../api/bootstrap.ts'
import { messageOf } from '../../api/failure.ts'
import { personName } from '../../api/list.ts'
import { related } from '../../api/related.ts'
import {
  deleteReports,
  type ReportSummary,
  type ReportType,
  reportListQuery,
  reportsKey,
  updateReport,
} from '../../api/reports.ts'
import { ListScreen } from '../../list/ListScreen.tsx'
import type { ListDefinition } from '../../list/listDefinition.ts'
import { Modified } from '../../list/Modified.tsx'
import { modifiedColumn } from '../../list/modifiedColumn.tsx'
import { NameCell } from '../../list/NameCell.tsx'
import { useCronWords } from '../../schedule/cronWords.ts'
import { FacePile } from '../../ui/Avatar.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LabelledIcon } from '../../ui/LabelledIcon.tsx'
import { LazyPart } from '../../ui/LazyPart.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { methodTexts } from './methodTexts.ts'
import css from './Reports.module.css'
import { listAddress, logAddress } from './reportAddress.ts'
import { StateIcon } from './StateIcon.tsx'

const texts = defineTexts('reportList', {
  Alert: 'Alert',
  Report: 'Report',
  alerts: 'Alerts',
  reports: 'Reports',
  lastRun: 'Last run',
  name: 'Name',
  schedule: 'Schedule',
  method: 'Notification method',
  owners: 'Owners',
  modified: 'Last modified',
  active: 'Active',
  owner: 'Owner',
  status: 'Status',
  modifiedBy: 'Modified by',
  state: 'State',
  log: 'Execution log',
  edit: 'Edit',
  view: 'View',
  delete: 'Delete',
  deleteTitle: 'Delete {type}?',
  question: 'This action will permanently delete <b>{title}</b>.',
  bulkQuestion: 'Are you sure you want to delete the selected {types}?',
  bulkFailure: 'There was an issue deleting the selected {types}: {message}',
  notSwitched: 'We were unable to active or deactivate this report.',
  emptyAlerts: 'No alerts yet',
  emptyReports: 'No reports yet',
  alertText: 'An alert runs a query on a schedule, and sends an email when its condition is met.',
  reportText: 'A report sends a chart or a link to a dashboard by email, on a schedule.',
})

const ReportDialog = lazy(() => import('./ReportDialog.tsx'))

const owners = related('report', 'owners')
const changedBy = related('report', 'changed_by')

/** The alerts, or the reports. */
export function ReportListScreen({ type }: { type: ReportType }) {
  const t = useText()
  const [edited, setEdited] = useState<ReportSummary | 'new'>()
  const canWrite = can('can_write', 'ReportSchedule')
  const definition = useDefinition(type, canWrite, setEdited)
  const other = type === 'Alert' ? 'Report' : 'Alert'
  const add = (size: 'sm' | 'md') =>
    canWrite ? (
      <Button variant="primary" size={size} icon={<Plus size={14} />} onClick={() => setEdited('new')}>
        {t(texts[type])}
      </Button>
    ) : undefined
  const primary = (
    <>
      <ButtonLink href={listAddress(other)}>{t(other === 'Alert' ? texts.alerts : texts.reports)}</ButtonLink>
      {add('sm')}
    </>
  )
  const empty = () => (
    <EmptyState
      size="big"
      title={t(type === 'Alert' ? texts.emptyAlerts : texts.emptyReports)}
      text={t(type === 'Alert' ? texts.alertText : texts.reportText)}
      actions={add('md')}
    />
  )
  return (
    <>
      <ListScreen<ReportSummary> definition={(askDelete) => ({ ...definition(askDelete), primary, empty })} />
      {edited === undefined ? null : (
        <LazyPart onClose={() => setEdited(undefined)}>
          <ReportDialog
            type={type}
            id={edited === 'new' ? undefined : edited.id}
            canWrite={edited === 'new' || (canWrite && isOwn(edited))}
            onClose={() => setEdited(undefined)}
          />
        </LazyPart>
      )}
    </>
  )
}

/** Whether the user may change an alert or report, as an owner or an administrator. */
const isOwn = ({ owners }: ReportSummary) => isAdmin() || owners.some(({ id }) => id === currentUser.userId)

type Definition = Omit<ListDefinition<ReportSummary>, 'primary' | 'empty'>

function useDefinition(
  type: ReportType,
  canWrite: boolean,
  edit: (item: ReportSummary) => void,
): (askDelete: (item: ReportSummary) => void) => Definition {
  const t = useText()
  const rich = useRichText()
  const columns = useColumns(type, canWrite)
  const types = type === 'Alert' ? 'alerts' : 'reports'
  return (askDelete) => ({
    title: t(texts[types]),
    query: (request) => reportListQuery(type, request),
    queryKeyRoot: reportsKey,
    searchFilter: (value) => ({ col: 'name', opr: 'report_all_text', value }),
    filters: [
      {
        key: 'owner',
        label: t(texts.owner),
        load: owners,
        toFilter: (value) => ({ col: 'owners', opr: 'rel_m_m', value }),
      },
      {
        key: 'status',
        label: t(texts.status),
        options: REPORT_STATES.map((value) => ({ value, label: value })),
        toFilter: (value) => ({ col: 'last_state', opr: 'eq', value }),
      },
      {
        key: 'changedBy',
        label: t(texts.modifiedBy),
        load: changedBy,
        toFilter: (value) => ({ col: 'changed_by', opr: 'rel_o_m', value }),
      },
    ],
    nameSort: 'name',
    titleOf: ({ name }) => name,
    columns,
    actionsOf: (item) => {
      const mayChange = canWrite && isOwn(item)
      return [
        { label: t(texts.log), icon: <History size={15} />, href: logAddress(type, item.id) },
        {
          label: t(mayChange ? texts.edit : texts.view),
          icon: mayChange ? <Pencil size={15} /> : <Eye size={15} />,
          onSelect: () => edit(item),
        },
        ...(mayChange ? [{ label: t(texts.delete), icon: <Trash2 size={15} />, onSelect: () => askDelete(item) }] : []),
      ]
    },
    canWrite,
    hasPhoneActions: true,
    canExport: false,
    remove: deleteReports,
    deleteTitle: t(texts.deleteTitle, { type }),
    deleteQuestion: ({ name }) => rich(texts.question, { title: name, b: (parts) => <b>{parts}</b> }),
    bulkQuestion: t(texts.bulkQuestion, { types }),
    bulkFailure: (message) => t(texts.bulkFailure, { message, types }),
  })
}

function useColumns(type: ReportType, canWrite: boolean): ListDefinition<ReportSummary>['columns'] {
  const t = useText()
  const words = useCronWords()
  return [
    {
      key: 'state',
      label: t(texts.state),
      width: 88,
      cell: (item) => <StateIcon type={type} state={item.last_state} />,
    },
    {
      key: 'lastRun',
      label: t(texts.lastRun),
      width: 110,
      sort: 'last_eval_dttm',
      isQuiet: true,
      hiddenBelow: 'narrow',
      cell: ({ last_eval_dttm }) => (last_eval_dttm === null ? null : <RelativeTime time={last_eval_dttm} />),
    },
    {
      key: 'name',
      label: t(texts.name),
      sort: 'name',
      cell: ({ id, name }) => (
        <span className={css.name}>
          <NameCell href={logAddress(type, id)} title={name} />
        </span>
      ),
    },
    {
      key: 'schedule',
      label: t(texts.schedule),
      width: 'clamp(180px, 17.5vw, 320px)',
      sort: 'crontab_humanized',
      isQuiet: true,
      hiddenBelow: 'medium',
      cell: (item) => `${words(item)} (${item.timezone})`,
    },
    {
      key: 'method',
      label: t(texts.method),
      width: 146,
      hiddenBelow: 'medium',
      cell: ({ recipients }) => <Methods types={recipients.map(({ type }) => type)} />,
    },
    {
      key: 'owners',
      label: t(texts.owners),
      width: 90,
      hiddenBelow: 'medium',
      cell: ({ owners: people }) => <FacePile names={people.map(personName)} />,
    },
    modifiedColumn(t(texts.modified), ({ changed_on, changed_by }) => (
      <Modified time={changed_on} by={changed_by === null ? '' : personName(changed_by)} />
    )),
    {
      key: 'active',
      label: t(texts.active),
      width: 70,
      sort: 'active',
      cell: (item) => <ActiveSwitch item={item} disabled={!canWrite || !isOwn(item)} />,
    },
  ]
}

const methodIcons = { Email: Mail, Slack: MessageSquare, Webhook }

/** An icon for each notification method. */
function Methods({ types }: { types: readonly string[] }) {
  const t = useText()
  return (
    <span className={css.methods}>
      {RECIPIENT_TYPES.filter((type) => types.includes(type)).map((type) => {
        const Icon = methodIcons[type]
        const label = t(methodTexts[type])
        return (
          <LabelledIcon key={type} label={label} tooltip={label}>
            <Icon size={15} />
          </LabelledIcon>
        )
      })}
    </span>
  )
}

function ActiveSwitch({ item, disabled }: { item: ReportSummary; disabled: boolean }) {
  const t = useText()
  const queryClient = useQueryClient()
  const [wanted, setWanted] = useState<boolean>()

  async function change(active: boolean) {
    setWanted(active)
    try {
      await updateReport(item.id, { active })
      await queryClient.invalidateQueries({ queryKey: [reportsKey] })
    } catch (error) {
      toast.danger(`${t(texts.notSwitched)} ${messageOf(error)}`)
    }
    setWanted(undefined)
  }

  return (
    <Checkbox
      hideLabel
      label={`${t(texts.active)}: ${item.name}`}
      checked={wanted ?? item.active}
      disabled={disabled}
      onChange={(active) => void change(active)}
    />
  )
}
