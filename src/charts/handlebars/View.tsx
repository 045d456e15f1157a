import { ChevronLeft, ChevronRight } from 'lucide-react'
import { lazy, useId, useMemo } from 'react'
import { CenteredNote } from '../../web/ui/CenteredNote.tsx'
import { IconButton } from '../../web/ui/IconButton.tsx'
import { ScopedCss } from '../../web/ui/ScopedCss.tsx'
import { ScrollRegion } from '../../web/ui/ScrollRegion.tsx'
import { useText } from '../../web/ui/text.ts'
import type { ChartComponentProps } from '../shared/contract.ts'
import { useInOwnTask } from '../shared/useInOwnTask.ts'
import css from './Handlebars.module.css'
import type { HandlebarsForm } from './query.ts'
import type { TemplateFault } from './template/fault.ts'
import { renderTemplate } from './template/renderTemplate.ts'
import { templateValues } from './templateValues.ts'
import { texts } from './texts.ts'

const SafeHtml = lazy(() => import('../../web/ui/SafeHtml.tsx'))

/** The rows rendered with the template of the chart. Its HTML is sanitized, and its styles apply to the chart only. */
export default function Handlebars(props: ChartComponentProps<HandlebarsForm>) {
  const { formData: form, data, title } = props
  const t = useText()
  const scope = useId()
  const [rows, ...others] = data
  const totals = form.show_totals ? others[form.server_pagination ? 1 : 0] : undefined
  const template = form.handlebarsTemplate
  const rendered = useMemo(() => renderTemplate(template, templateValues(rows, totals)), [template, rows, totals])
  const shown = useInOwnTask(rendered, rows?.rowcount ?? 0)

  if (template.trim() === '') return <CenteredNote text={t(texts.needsTemplate)} />
  if (!rendered.ok) return <Fault fault={rendered.error} template={template} />
  // the elements of a long text are created in the next task
  if (!shown?.ok) return null
  const { html, isCut } = shown.value
  return (
    <div className={css.frame}>
      <ScopedCss css={form.styleTemplate} scope={`[data-template="${scope}"]`} />
      <ScrollRegion className={css.content} label={title} data-template={scope}>
        {html.trim() === '' ? (
          t(texts.empty)
        ) : (
          // until its code is loaded, the usual loading state of a chart is shown
          <SafeHtml html={html} allows="page" />
        )}
      </ScrollRegion>
      {isCut ? <p className={css.note}>{t(texts.cut)}</p> : null}
      {form.server_pagination ? <Pages {...props} /> : null}
    </div>
  )
}

/** Why the template is not shown, with the line of the error. */
function Fault({ fault, template }: { fault: TemplateFault; template: string }) {
  const t = useText()
  const { reason, line, detail } = fault
  const text = reason === 'syntax' && detail !== '' ? texts.syntaxWith : texts[reason]
  const source = template.split('\n')[line - 1]?.trim() ?? ''
  return (
    <output className={css.fault}>
      <span className={css.faultTitle}>{t(texts.cannotShow)}</span>
      <span>{t(text, { line, detail })}</span>
      {source === '' ? null : <code className={css.faultLine}>{source}</code>}
    </output>
  )
}

/** The pager for server pagination. */
function Pages({ data, formData: form, ownState, onOwnState }: ChartComponentProps<HandlebarsForm>) {
  const t = useText()
  const count = data[1]?.columns[0]?.[0]
  const page = Number(ownState?.currentPage ?? 0)
  const pages = Math.max(1, Math.ceil(Number(count ?? 0) / Math.max(1, form.server_page_length)))
  const open = (next: number) => onOwnState?.({ ...ownState, currentPage: next })
  return (
    <div className={css.pager}>
      <IconButton
        size="sm"
        label={t(texts.previous)}
        icon={<ChevronLeft size={14} />}
        disabled={page === 0}
        onClick={() => open(page - 1)}
      />
      <span aria-live="polite">{t(texts.page, { page: page + 1, pages })}</span>
      <IconButton
        size="sm"
        label={t(texts.next)}
        icon={<ChevronRight size={14} />}
        disabled={page >= pages - 1}
        onClick={() => open(page + 1)}
      />
    </div>
  )
}
