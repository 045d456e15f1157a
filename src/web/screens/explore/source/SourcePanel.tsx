import {
  ChevronDown,
  ChevronRight,
  Ellipsis,
  PanelLeft,
  PanelLeftClose,
  Search,
  SquareTerminal,
  Table2,
  X,
} from 'lucide-react'
import { lazy, memo, useMemo, useState } from 'react'
import type { Control } from '../../../../charts/shared/controls.ts'
import { can, currentUser, isAdmin } from '../../../api/bootstrap.ts'
import { sourceTypeOf } from '../../../api/explore.ts'
import { DatasetMarks } from '../../../list/DatasetMarks.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { LazyPart } from '../../../ui/LazyPart.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { type Explore, useExplore } from '../state/exploreContext.ts'
import { DatasetHint, type QueryDialogName, QueryDialogs, useQueryMenu } from './QuerySource.tsx'
import { SourceItem } from './SourceItem.tsx'
import css from './SourcePanel.module.css'
import { type SourceEntry, sourceEntries } from './sourceEntries.ts'

const texts = defineTexts('explore.source', {
  title: 'Chart Source',
  open: 'Open Datasource tab',
  close: 'Close',
  more: 'Dataset actions',
  edit: 'Edit dataset',
  mayNotEdit:
    'You must be a dataset owner in order to edit. Please reach out to a dataset owner to request modifications or edit access.',
  profile: 'Profile',
  swap: 'Swap dataset',
  viewInSqlLab: 'View in SQL Lab',
  search: 'Search Metrics & Columns',
  clear: 'Clear',
  metrics: 'Metrics',
  columns: 'Columns',
  showing: 'Showing {shown} of {count}',
  all: 'Show all...',
  less: 'Show less...',
  missing: 'Missing dataset',
  missingText: 'The dataset linked to this chart may have been deleted.',
})

const DatasetEditor = lazy(() => import('../../../datasetEditor/DatasetEditor.tsx'))
const ProfileDialog = lazy(() => import('../../../profile/ProfileDialog.tsx'))
const SwapDialog = lazy(() => import('./SwapDialog.tsx'))

export interface SourcePanelProps {
  isOpen: boolean
  onToggle: () => void
}

/** The dataset with its metrics and columns, which can be dragged or sent to the controls. */
export const SourcePanel = memo(function SourcePanel({ isOpen, onToggle }: SourcePanelProps) {
  const t = useText()
  const { dataset, sections, form, send } = useExplore()
  const [search, setSearch] = useState('')
  const [isSwapping, setIsSwapping] = useState(false)
  const [isEditing, setIsEditing] = useState(false)
  const [queryDialog, setQueryDialog] = useState<QueryDialogName>()
  const queryMenu = useQueryMenu(setQueryDialog)
  const isQuery = sourceTypeOf(dataset) === 'query' && dataset.id !== null
  const [isProfiling, setIsProfiling] = useState(false)
  const isOwner =
    isAdmin() || dataset.is_editor === true || (dataset.owners ?? []).some(({ id }) => id === currentUser.userId)
  const { metrics, columns } = useMemo(() => sourceEntries(dataset, search), [dataset, search])
  const shown = sections.flatMap((section) => section.controls).filter((control) => control.visible?.(form) ?? true)
  // the list is reused as long as it contains the same controls, so that a changed value does not render rows again
  const names = JSON.stringify(shown.map(({ name }) => name))
  const targets = useMemo(
    () =>
      sections
        .flatMap((section) => section.controls)
        .filter(({ name }) => (JSON.parse(names) as string[]).includes(name)),
    [sections, names],
  )

  if (!isOpen) {
    return (
      <div className={css.strip}>
        <IconButton label={t(texts.open)} icon={<PanelLeft size={16} />} onClick={onToggle} />
        <span className={css.stripName}>{dataset.table_name ?? dataset.name}</span>
      </div>
    )
  }
  const isMissing = dataset.id === null || dataset.id === undefined
  return (
    <section className={css.panel} aria-label={t(texts.title)}>
      <div className={css.head}>
        <span className={css.mark}>{isQuery ? <SquareTerminal size={16} /> : <Table2 size={16} />}</span>
        <div className={css.names}>
          <div className={css.nameLine}>
            <div className={css.name} title={dataset.table_name ?? dataset.name}>
              {isMissing ? t(texts.missing) : (dataset.table_name ?? dataset.name)}
            </div>
            {isMissing ? null : <DatasetMarks extra={dataset.extra} health={dataset.health_check_message} />}
          </div>
          <div className={css.place}>
            {isMissing ? t(texts.missingText) : [dataset.database.name, dataset.schema].filter(Boolean).join(' · ')}
          </div>
        </div>
        {can('can_write', 'Chart') ? (
          <Menu
            align="end"
            items={
              isQuery
                ? queryMenu
                : [
                    !isMissing && {
                      label: t(texts.edit),
                      disabledReason: isOwner ? false : t(texts.mayNotEdit),
                      onSelect: () => setIsEditing(true),
                    },
                    { label: t(texts.swap), onSelect: () => setIsSwapping(true) },
                    !isMissing &&
                      can('can_sqllab', 'Superset') && {
                        label: t(texts.viewInSqlLab),
                        href: `/superset/sqllab/?datasourceKey=${dataset.id}__table`,
                      },
                    !isMissing && { label: t(texts.profile), onSelect: () => setIsProfiling(true) },
                  ]
            }
            trigger={<IconButton size="xs" label={t(texts.more)} tooltip={false} icon={<Ellipsis size={16} />} />}
          />
        ) : null}
        <IconButton size="xs" label={t(texts.close)} icon={<PanelLeftClose size={16} />} onClick={onToggle} />
      </div>
      <div className={css.search}>
        <TextField
          hideLabel
          label={t(texts.search)}
          placeholder={t(texts.search)}
          icon={<Search size={14} />}
          value={search}
          onChange={setSearch}
          end={
            search === '' ? null : (
              <IconButton size="xs" label={t(texts.clear)} icon={<X size={14} />} onClick={() => setSearch('')} />
            )
          }
        />
      </div>
      {isQuery ? <DatasetHint /> : null}
      <div className={css.lists}>
        <EntryList title={t(texts.metrics)} entries={metrics} targets={targets} onSend={send} />
        <EntryList title={t(texts.columns)} entries={columns} targets={targets} onSend={send} />
      </div>
      {isQuery ? <QueryDialogs open={queryDialog} onOpen={setQueryDialog} /> : null}
      {isEditing && !isMissing ? (
        <LazyPart onClose={() => setIsEditing(false)}>
          <DatasetEditor id={dataset.id ?? 0} onClose={() => setIsEditing(false)} />
        </LazyPart>
      ) : null}
      {isProfiling && !isMissing ? (
        <LazyPart onClose={() => setIsProfiling(false)}>
          <ProfileDialog
            datasetId={dataset.id ?? 0}
            name={dataset.table_name ?? dataset.name}
            onClose={() => setIsProfiling(false)}
          />
        </LazyPart>
      ) : null}
      {isSwapping ? (
        <LazyPart onClose={() => setIsSwapping(false)}>
          <SwapDialog onClose={() => setIsSwapping(false)} />
        </LazyPart>
      ) : null}
    </section>
  )
})

const firstRows = 50

interface EntryListProps {
  title: string
  entries: SourceEntry[]
  /** the controls on screen */
  targets: Control[]
  onSend: Explore['send']
}

function EntryList({ title, entries, targets, onSend }: EntryListProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(true)
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? entries : entries.slice(0, firstRows)
  return (
    <section aria-label={title}>
      <button type="button" className={css.listHead} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
        <span>{title}</span>
        <span className={css.count}>{t(texts.showing, { shown: shown.length, count: entries.length })}</span>
      </button>
      {isOpen ? (
        <ul>
          {shown.map((entry) => (
            <li key={entry.name}>
              <SourceItem entry={entry} targets={targets} onSend={onSend} />
            </li>
          ))}
        </ul>
      ) : null}
      {isOpen && entries.length > firstRows ? (
        <button type="button" className={css.all} onClick={() => setShowsAll(!showsAll)}>
          {t(showsAll ? texts.less : texts.all)}
        </button>
      ) : null}
    </section>
  )
}
