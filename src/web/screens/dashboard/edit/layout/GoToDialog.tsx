import { useQueries } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type GoTo, goToOf } from '../../../../../model/dashboardLinks/goTo.ts'
import { chartListQuery } from '../../../../api/charts.ts'
import { dashboardListQuery } from '../../../../api/dashboards.ts'
import { goToQuery } from '../../../../api/goTo.ts'
import { queryClient } from '../../../../api/queryClient.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { type LoadOptions, Select } from '../../../../ui/select/Select.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import css from './GoToDialog.module.css'

const texts = defineTexts('dashboard.edit.goTo', {
  title: 'Links from the marks of {title}',
  about:
    'The menu of a mark has an entry for each link. The values of the mark and the filters of the dashboard are passed on, matched by column name.',
  none: 'No pages yet',
  targets: 'Pages',
  dashboard: 'Dashboard',
  chart: 'Chart',
  addDashboard: 'Add a dashboard',
  addChart: 'Add a chart',
  remove: 'Remove {name}',
  hidden: '{kind} {id}, which does not exist or is hidden from you',
  close: 'Close',
})

const pageSize = 100

const dashboards: LoadOptions<number> = async (search, page) => {
  const filters = search === '' ? [] : [{ col: 'dashboard_title', opr: 'ct', value: search }]
  const { result, count } = await queryClient.fetchQuery(
    dashboardListQuery({ page, pageSize, filters, orderColumn: 'dashboard_title', orderDirection: 'asc' }),
  )
  return { count, options: result.map(({ id, dashboard_title }) => ({ value: id, label: dashboard_title ?? '' })) }
}

const charts: LoadOptions<number> = async (search, page) => {
  const filters = search === '' ? [] : [{ col: 'slice_name', opr: 'ct', value: search }]
  const { result, count } = await queryClient.fetchQuery(
    chartListQuery({ page, pageSize, filters, orderColumn: 'slice_name', orderDirection: 'asc' }),
  )
  return { count, options: result.map(({ id, slice_name }) => ({ value: id, label: slice_name ?? '' })) }
}

interface GoToDialogProps {
  title: string
  /** the targets as stored with the tile */
  stored: unknown
  onChange: (targets: GoTo[]) => void
  onClose: () => void
}

/** The dashboards and charts to which the marks of a tile lead. */
export default function GoToDialog({ title, stored, onChange, onClose }: GoToDialogProps) {
  const t = useText()
  const targets = goToOf(stored)
  const found = useQueries({ queries: targets.map(goToQuery) })
  const add = (kind: GoTo['kind'], id: number | undefined) => {
    if (id === undefined || targets.some((target) => target.kind === kind && target.id === id)) return
    onChange([...targets, { kind, id }])
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title, { title })}
      width={520}
      footer={
        <Button size="md" variant="primary" onClick={onClose}>
          {t(texts.close)}
        </Button>
      }
    >
      <div className={css.form}>
        <p className={css.about}>{t(texts.about)}</p>
        {targets.length === 0 ? (
          <p className={css.about}>{t(texts.none)}</p>
        ) : (
          <ul className={css.targets} aria-label={t(texts.targets)}>
            {targets.map(({ kind, id }, at) => {
              const { data, isError } = found[at] ?? {}
              const name = data?.name ?? (isError ? t(texts.hidden, { kind: t(texts[kind]), id }) : '')
              return (
                <li key={`${kind} ${id}`}>
                  <span className={css.kind}>{t(texts[kind])}</span>
                  <span className={css.name}>{name}</span>
                  <IconButton
                    label={t(texts.remove, { name })}
                    icon={<Trash2 size={14} />}
                    onClick={() => onChange(targets.toSpliced(at, 1))}
                  />
                </li>
              )
            })}
          </ul>
        )}
        <Field label={t(texts.addDashboard)}>
          <Select
            label={t(texts.addDashboard)}
            load={dashboards}
            value={undefined}
            onChange={(id) => add('dashboard', id)}
          />
        </Field>
        <Field label={t(texts.addChart)}>
          <Select label={t(texts.addChart)} load={charts} value={undefined} onChange={(id) => add('chart', id)} />
        </Field>
      </div>
    </Dialog>
  )
}
