import { useState } from 'react'
import { categoricalChoices } from '../../../../../charts/shared/color/index.ts'
import { metadataComplaints } from '../../../../../model/dashboard/dashboard.ts'
import { sharedColorKeys } from '../../../../../model/dashboard/dashboardMetadata.ts'
import { type DashboardDocument, withScheme } from '../../../../../model/dashboardEdit/dashboardEdit.ts'
import { isRecord } from '../../../../../model/wire/json.ts'
import { related } from '../../../../api/related.ts'
import { schemeOptions } from '../../../../controls/simple/ColorSchemeControl.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { CodeField } from '../../../../ui/code/CodeField.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Field } from '../../../../ui/Field.tsx'
import { MultiSelect, Select } from '../../../../ui/select/Select.tsx'
import { TextField } from '../../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../../ui/text.ts'
import { toast } from '../../../../ui/toast.ts'
import { useEditor } from '../editStore.ts'
import css from './Forms.module.css'

const texts = defineTexts('dashboard.edit.properties', {
  dialog: 'Dashboard properties',
  basic: 'Basic information',
  title: 'Title',
  slug: 'URL slug',
  slugHelp: 'A readable URL for your dashboard',
  access: 'Access',
  owners: 'Owners',
  ownersHelp: 'Owners is a list of users who can alter the dashboard. Searchable by name or username.',
  colors: 'Colors',
  scheme: 'Color scheme',
  selectScheme: 'Select scheme',
  schemeHelp: "Any color palette selected here will override the colors applied to this dashboard's individual charts",
  certification: 'Certification',
  certifiedBy: 'Certified by',
  details: 'Certification details',
  advanced: 'Advanced',
  metadata: 'JSON metadata',
  metadataHelp:
    'This JSON object is generated dynamically when clicking the save or overwrite button in the dashboard view. It is exposed here for reference and for power users who may want to alter specific parameters.',
  invalid: 'JSON metadata is invalid!',
  badScheme: 'A valid color scheme is required',
  updated: 'Dashboard properties updated',
  cancel: 'Cancel',
  apply: 'Apply',
})

/** Keys that other fields edit or that are computed. */
const hidden: readonly string[] = ['positions', 'color_scheme_domain', ...sharedColorKeys]
const loadOwners = related('dashboard', 'owners')

const shownMetadata = (metadata: DashboardDocument['metadata']) =>
  JSON.stringify(Object.fromEntries(Object.entries(metadata).filter(([key]) => !hidden.includes(key))), null, 2)

/** Title, slug, owners, colors, certification and the raw metadata; applied to the page, saved with it. */
export function PropertiesDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const editor = useEditor()
  const document = editor.document()
  const [title, setTitle] = useState(document.title)
  const [slug, setSlug] = useState(document.slug)
  const [certifiedBy, setCertifiedBy] = useState(document.certifiedBy)
  const [details, setDetails] = useState(document.certificationDetails)
  const [owners, setOwners] = useState(document.owners)
  const [names, setNames] = useState<ReadonlyMap<number, string>>(
    new Map(document.owners.map((owner) => [owner.id, `${owner.first_name} ${owner.last_name}`])),
  )
  const [scheme, setScheme] = useState(String(document.metadata['color_scheme'] ?? '') || undefined)
  const [raw, setRaw] = useState(shownMetadata(document.metadata))
  const parsed = parse(raw)

  async function load(search: string, page: number, signal: AbortSignal) {
    const answer = await loadOwners(search, page, signal)
    setNames((known) => new Map([...known, ...answer.options.map(({ value, label }) => [value, label] as const)]))
    return answer
  }

  function apply() {
    if (!parsed) return void toast.danger(t(texts.invalid))
    if (
      scheme !== undefined &&
      !categoricalChoices.some(([value]) => value === scheme) &&
      scheme !== document.metadata['color_scheme']
    )
      return void toast.danger(t(texts.badScheme))
    const kept = Object.fromEntries(
      Object.entries(document.metadata).filter(([key]) => hidden.includes(key) && key !== 'positions'),
    )
    editor.change({
      title,
      slug,
      certifiedBy,
      certificationDetails: details,
      owners,
      metadata: withScheme({ ...parsed, ...kept, color_scheme: document.metadata['color_scheme'] }, scheme ?? ''),
    })
    toast.success(t(texts.updated))
    onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.dialog)}
      width={640}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button size="md" variant="primary" disabledReason={parsed ? false : t(texts.invalid)} onClick={apply}>
            {t(texts.apply)}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <h3>{t(texts.basic)}</h3>
        <div className={css.pair}>
          <TextField label={t(texts.title)} size="md" value={title} onChange={setTitle} />
          <TextField label={t(texts.slug)} size="md" value={slug} onChange={setSlug} help={t(texts.slugHelp)} />
        </div>
        <h3>{t(texts.access)}</h3>
        <Field label={t(texts.owners)} help={t(texts.ownersHelp)}>
          <MultiSelect
            label={t(texts.owners)}
            size="md"
            wrap
            load={load}
            value={owners.map(({ id }) => id)}
            labelOf={(id) => names.get(id)}
            onChange={(ids) =>
              setOwners(
                ids.map((id) => {
                  const known = owners.find((owner) => owner.id === id)
                  return known ?? { id, first_name: names.get(id) ?? '', last_name: '' }
                }),
              )
            }
          />
        </Field>
        <h3>{t(texts.colors)}</h3>
        <Field label={t(texts.scheme)} help={t(texts.schemeHelp)}>
          <Select
            label={t(texts.scheme)}
            size="md"
            clearable
            placeholder={t(texts.selectScheme)}
            options={schemeOptions}
            value={scheme}
            onChange={setScheme}
          />
        </Field>
        <h3>{t(texts.certification)}</h3>
        <div className={css.pair}>
          <TextField label={t(texts.certifiedBy)} size="md" value={certifiedBy} onChange={setCertifiedBy} />
          <TextField label={t(texts.details)} size="md" value={details} onChange={setDetails} />
        </div>
        <details>
          <summary>{t(texts.advanced)}</summary>
          <Field label={t(texts.metadata)} help={t(texts.metadataHelp)} error={parsed ? undefined : t(texts.invalid)}>
            <CodeField
              label={t(texts.metadata)}
              language="json"
              invalid={parsed === undefined}
              value={raw}
              onChange={setRaw}
            />
          </Field>
        </details>
      </div>
    </Dialog>
  )
}

/** Undefined if the text is not a JSON object or would be rejected by the server. */
function parse(text: string): Record<string, unknown> | undefined {
  if (metadataComplaints(text)) return undefined
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}
