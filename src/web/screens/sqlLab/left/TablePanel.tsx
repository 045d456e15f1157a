import { useQuery } from '@tanstack/react-query'
import {
  ArrowDownAZ,
  ArrowDownWideNarrow,
  ChevronDown,
  ChevronRight,
  Clipboard,
  Copy,
  Eye,
  Key,
  KeyRound,
  Link2,
  Table2,
  TextSearch,
  X,
} from 'lucide-react'
import { useState } from 'react'
import type { TableColumn, TableKey, TableMetadataAnswer } from '../../../../model/database/databaseAnswers.ts'
import { tableExtraQuery, tableMetadataQuery } from '../../../api/databaseTables.ts'
import { TypeIcon } from '../../../controls/TypeIcon.tsx'
import { compareNames } from '../../../ui/compareNames.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { LabelledIcon } from '../../../ui/LabelledIcon.tsx'
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useCopy } from '../../../ui/useCopy.ts'
import { SqlDialog } from '../results/SqlDialog.tsx'
import { expandTable, removeTable } from '../state/lab.ts'
import type { LabTab, LabTable } from '../state/labTypes.ts'
import { previewTable } from '../state/preview.ts'
import { columnKind } from './columnKind.ts'
import css from './LeftPane.module.css'

const texts = defineTexts('sqlLab.table', {
  expand: 'Expand table preview',
  collapse: 'Collapse table preview',
  keys: 'View keys & indexes ({count})',
  keysOf: 'Keys for table {name}',
  sort: 'Sort columns alphabetically',
  original: 'Original table column order',
  copy: 'Copy SELECT statement to the clipboard',
  view: 'Show CREATE VIEW statement',
  createView: 'CREATE VIEW statement',
  preview: 'Preview data',
  remove: 'Remove table preview',
  pk: 'Primary key',
  fk: 'Foreign key',
  index: 'Index',
  failed: 'An error occurred while fetching table metadata',
  partition: 'latest partition: {value}',
  copyPartition: 'Copy partition query to clipboard',
  comment: 'comment: {value}',
})

export interface TablePanelProps {
  tab: LabTab
  table: LabTable
}

/** A table in the left pane: its tools, its metadata and its columns. */
export function TablePanel({ tab, table }: TablePanelProps) {
  const t = useText()
  const place = { databaseId: table.databaseId, schema: table.schema, table: table.name }
  const metadata = useQuery(tableMetadataQuery(place))
  const [isSorted, setIsSorted] = useState(false)
  const { isExpanded, name } = table
  const columns = metadata.data?.columns ?? []
  const Chevron = isExpanded ? ChevronDown : ChevronRight
  return (
    <div className={css.table}>
      <div className={css.head}>
        <button
          type="button"
          className={css.toggle}
          aria-expanded={isExpanded}
          title={t(isExpanded ? texts.collapse : texts.expand)}
          onClick={() => expandTable(tab, table.id, !isExpanded)}
        >
          <Chevron size={14} className={css.chevron} />
          <span>{name}</span>
        </button>
        <span className={css.tools}>
          <TableTools
            tab={tab}
            table={table}
            metadata={metadata.data}
            isSorted={isSorted}
            onSort={() => setIsSorted(!isSorted)}
          />
        </span>
      </div>
      {isExpanded ? (
        <>
          <TableFacts table={table} comment={metadata.data?.comment ?? null} />
          {metadata.isPending ? <Spinner /> : null}
          {metadata.isError ? <p className={css.facts}>{t(texts.failed)}</p> : null}
          <ul className={css.columns} aria-label={name}>
            {(isSorted ? columns.toSorted((one, other) => compareNames(one.name, other.name)) : columns).map(
              (column) => (
                <ColumnRow key={column.name} column={column} />
              ),
            )}
          </ul>
        </>
      ) : null}
    </div>
  )
}

interface TableToolsProps extends TablePanelProps {
  metadata: TableMetadataAnswer | undefined
  isSorted: boolean
  onSort: () => void
}

function TableTools({ tab, table, metadata, isSorted, onSort }: TableToolsProps) {
  const t = useText()
  const copy = useCopy()
  const [shown, setShown] = useState<'keys' | 'view'>()
  const keys = metadata ? keysOf(metadata) : []
  const view = metadata && 'view' in metadata ? String(metadata.view) : undefined
  return (
    <>
      {keys.length > 0 ? (
        <IconButton
          size="xs"
          label={t(texts.keys, { count: keys.length })}
          icon={<KeyRound size={13} />}
          onClick={() => setShown('keys')}
        />
      ) : null}
      <IconButton
        size="xs"
        label={t(isSorted ? texts.original : texts.sort)}
        icon={isSorted ? <ArrowDownWideNarrow size={13} /> : <ArrowDownAZ size={13} />}
        onClick={onSort}
      />
      {metadata ? (
        <IconButton
          size="xs"
          label={t(texts.copy)}
          icon={<Copy size={13} />}
          onClick={() => void copy(metadata.selectStar)}
        />
      ) : null}
      <IconButton
        size="xs"
        label={t(texts.preview)}
        icon={<Eye size={13} />}
        onClick={() => void previewTable(tab, table.name, table.schema)}
      />
      {view === undefined ? null : (
        <IconButton size="xs" label={t(texts.view)} icon={<TextSearch size={13} />} onClick={() => setShown('view')} />
      )}
      <IconButton size="xs" label={t(texts.remove)} icon={<X size={13} />} onClick={() => removeTable(tab, table.id)} />
      <Dialog open={shown === 'keys'} onClose={() => setShown(undefined)} title={t(texts.keysOf, { name: table.name })}>
        <ScrollRegion className={css.keys} label={t(texts.keysOf, { name: table.name })}>
          {keys.map((key) => (
            <pre key={`${key.type}-${key.name}-${key.column_names.join()}`}>{JSON.stringify(key, null, 2)}</pre>
          ))}
        </ScrollRegion>
      </Dialog>
      {view === undefined ? null : (
        <SqlDialog
          open={shown === 'view'}
          onClose={() => setShown(undefined)}
          parts={[{ title: t(texts.createView), sql: view }]}
        />
      )}
    </>
  )
}

/** The keys and indexes of a table. A primary key without columns is left out. */
function keysOf({ primaryKey, foreignKeys, indexes }: TableMetadataAnswer): TableKey[] {
  const names = primaryKey.column_names ?? primaryKey.constrained_columns ?? []
  const primary = { ...primaryKey, column_names: names, name: primaryKey.name ?? null, type: 'pk' as const }
  return [...(names.length > 0 ? [primary] : []), ...foreignKeys, ...indexes]
}

/** Metadata other than the columns: a comment, the latest partition. */
function TableFacts({ table, comment }: { table: LabTable; comment: string | null }) {
  const t = useText()
  const copy = useCopy()
  const { databaseId, schema, name } = table
  const extra = useQuery(tableExtraQuery({ databaseId, schema, table: name }))
  const partitions = extra.data?.partitions
  const latest = Object.entries(partitions?.latest ?? {})
  if (comment === null && latest.length === 0) return null
  const value = latest.map(([column, at]) => `${column}=${String(at)}`).join('/')
  const condition = latest.map(([column, at]) => `${column} = '${String(at).replaceAll("'", "''")}'`).join(' AND ')
  const from = schema === null ? name : `${schema}.${name}`
  return (
    <div className={css.facts}>
      {comment === null ? null : <span>{t(texts.comment, { value: comment })}</span>}
      {latest.length === 0 ? null : (
        <span className={css.fact}>
          {t(texts.partition, { value })}
          <IconButton
            size="xs"
            label={t(texts.copyPartition)}
            icon={<Clipboard size={12} />}
            onClick={() => void copy(`SELECT * FROM ${from} WHERE ${condition}`)}
          />
        </span>
      )}
    </div>
  )
}

const keyIcons = { pk: Key, fk: Link2, index: Table2 } as const

function ColumnRow({ column }: { column: TableColumn }) {
  const t = useText()
  return (
    <li className={css.column} title={column.comment ?? `${column.name} ${column.longType}`}>
      <span className={css.columnIcon}>
        <TypeIcon kind={columnKind(column.type)} />
      </span>
      <span className={css.columnName}>{column.name}</span>
      {column.keys.map(({ type, name }) => {
        const kind = type === 'pk' || type === 'fk' ? type : 'index'
        const Icon = keyIcons[kind]
        return (
          <LabelledIcon
            key={`${type} ${name}`}
            label={t(texts[kind])}
            tooltip={t(texts[kind])}
            className={css.columnIcon}
          >
            <Icon size={12} />
          </LabelledIcon>
        )
      })}
      <span className={css.columnType}>{column.type}</span>
    </li>
  )
}
