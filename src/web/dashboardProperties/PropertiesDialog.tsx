import { useCallback, useState } from 'react'
import { categoricalChoices } from '../../charts/shared/color/categoricalNames.ts'
import { metadataComplaints } from '../../model/dashboard/dashboard.ts'
import { sharedColorKeys } from '../../model/dashboard/dashboardMetadata.ts'
import { type DashboardDocument, withScheme } from '../../model/dashboardEdit/dashboardEdit.ts'
import { isRecord } from '../../model/wire/json.ts'
import { related } from '../api/related.ts'
import { schemeOptions } from '../controls/simple/ColorSchemeControl.tsx'
import { timeZoneOptions } from '../schedule/timeZones.ts'
import { Button } from '../ui/Button.tsx'
import { CodeField } from '../ui/code/CodeField.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { MultiSelect, Select, type SelectOption } from '../ui/select/Select.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import css from './PropertiesDialog.module.css'
import { TagsField, useTagChanges } from './TagsField.tsx'

const texts = defineTexts('dashboardProperties', {
  dialog: 'Dashboard properties',
  basic: 'Basic information',
  title: 'Title',
  slug: 'URL slug',
  slugHelp: 'A readable URL for your dashboard',
  access: 'Access',
  owners: 'Owners',
  ownersHelp: 'Owners is a list of users who can alter the dashboard. Searchable by name or username.',
  roles: 'Roles',
  rolesHelp:
    'Roles is a list which defines access to the dashboard. Granting a role access to a dashboard will bypass dataset level checks. If no roles are defined, regular access permissions apply.',
  colors: 'Colors',
  scheme: 'Color scheme',
  selectScheme: 'Select scheme',
  schemeHelp: "Any color palette selected here will override the colors applied to this dashboard's individual charts",
  zone: 'Time zone',
  zoneHelp:
    'Times are shown in this time zone for all users, and ranges such as "Last day" end in it. Without one, the reader’s time zone is used, or that of the data.',
  selectZone: 'Reader’s time zone, or that of the data',
  certification: 'Certification',
  certifiedBy: 'Certified by',
  details: 'Certification details',
  advanced: 'Advanced',
  metadata: 'JSON metadata',
  metadataHelp:
    'This JSON object is generated dynamically when clicking the save or overwrite button in the dashboard view. It is exposed here for reference and for power users who may want to alter specific parameters.',
  keepScopes: 'Please DO NOT overwrite the "filter_scopes" key.',
  useMapping: 'Use "Set filter mapping" menu instead.',
  invalid: 'JSON metadata is invalid!',
  badScheme: 'A valid color scheme is required',
  error: 'Error',
  ok: 'OK',
  cancel: 'Cancel',
})

/** Keys that other fields edit or that are computed. */
const hidden: readonly string[] = ['positions', 'color_scheme_domain', ...sharedColorKeys]
const loadOwners = related('dashboard', 'owners')
const loadRoles = related('dashboard', 'roles')

const shownMetadata = (metadata: DashboardDocument['metadata']) =>
  JSON.stringify(Object.fromEntries(Object.entries(metadata).filter(([key]) => !hidden.includes(key))), null, 2)

const hiddenMetadata = (metadata: DashboardDocument['metadata']) =>
  Object.fromEntries(Object.entries(metadata).filter(([key]) => hidden.includes(key) && key !== 'positions'))

/** The parts of a dashboard that the dialog changes. */
export type ChangedProperties = Partial<Omit<DashboardDocument, 'position' | 'css'>>

interface PropertiesDialogProps {
  dashboardId: number
  document: DashboardDocument
  /** text of the button: "Apply" or "Save" */
  submitLabel: string
  isBusy?: boolean
  /** why nothing can be changed */
  disabledReason?: string | false
  onSubmit: (changes: ChangedProperties) => void | Promise<void>
  /** opens "Set filter mapping", if it is available */
  onFilterMapping?: () => void
  onClose: () => void
}

/** Title, slug, owners, roles, colors, certification, tags and the raw metadata of a dashboard. */
export function PropertiesDialog(props: PropertiesDialogProps) {
  const { dashboardId, document, submitLabel, isBusy = false, onSubmit, onFilterMapping, onClose } = props
  const t = useText()
  const [title, setTitle] = useState(document.title)
  const [slug, setSlug] = useState(document.slug)
  const [certifiedBy, setCertifiedBy] = useState(document.certifiedBy)
  const [details, setDetails] = useState(document.certificationDetails)
  const [owners, setOwners] = useState(document.owners)
  const [roles, setRoles] = useState(document.roles)
  const [scheme, setScheme] = useState(String(document.metadata['color_scheme'] ?? '') || undefined)
  const [zone, setZone] = useState(String(document.metadata['time_zone'] ?? '') || undefined)
  const [raw, setRaw] = useState(shownMetadata(document.metadata))
  const [isSchemeRefused, setIsSchemeRefused] = useState(false)
  const tags = useTagChanges(dashboardId)
  const parsed = parse(raw)

  async function submit() {
    if (!parsed) return void toast.danger(t(texts.invalid))
    const stored = document.metadata['color_scheme']
    const wanted = wantedScheme({ stored, typed: parsed['color_scheme'], selected: scheme })
    if (wanted === undefined) return setIsSchemeRefused(true)
    // the dialog stays open with the user's input
    if (!(await tags.save())) return
    await onSubmit({
      title,
      slug,
      certifiedBy,
      certificationDetails: details,
      owners,
      ...(roles && { roles }),
      metadata: withScheme(
        {
          ...withZone(parsed, document.metadata['time_zone'], zone),
          ...hiddenMetadata(document.metadata),
          color_scheme: stored,
        },
        wanted,
      ),
    })
  }

  return (
    <>
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
            <Button
              size="md"
              variant="primary"
              busy={isBusy}
              disabledReason={props.disabledReason || (parsed ? false : t(texts.invalid))}
              onClick={() => void submit()}
            >
              {submitLabel}
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
          <AccessFields owners={owners} onOwners={setOwners} roles={roles} onRoles={setRoles} />
          {roles ? null : <h3>{t(texts.colors)}</h3>}
          <ClearableSelect
            label={t(texts.scheme)}
            help={t(texts.schemeHelp)}
            placeholder={t(texts.selectScheme)}
            options={schemeOptions}
            value={scheme}
            onChange={setScheme}
          />
          <ClearableSelect
            label={t(texts.zone)}
            help={t(texts.zoneHelp)}
            placeholder={t(texts.selectZone)}
            options={timeZoneOptions(zone ?? 'UTC')}
            value={zone}
            onChange={setZone}
          />
          <h3>{t(texts.certification)}</h3>
          <div className={css.pair}>
            <TextField label={t(texts.certifiedBy)} size="md" value={certifiedBy} onChange={setCertifiedBy} />
            <TextField label={t(texts.details)} size="md" value={details} onChange={setDetails} />
          </div>
          {tags.isOffered ? <TagsField tags={tags} /> : null}
          <MetadataField
            value={raw}
            isValid={parsed !== undefined}
            onChange={setRaw}
            onFilterMapping={onFilterMapping}
          />
        </div>
      </Dialog>
      <SchemeRefused isOpen={isSchemeRefused} onClose={() => setIsSchemeRefused(false)} />
    </>
  )
}

/** Owners by name. For owners that were already known, first and last name remain separate. */
const ownersOf = (next: readonly Named[], known: DashboardDocument['owners']): DashboardDocument['owners'] =>
  next.map(({ id, name }) => known.find((owner) => owner.id === id) ?? { id, first_name: name, last_name: '' })

interface AccessFieldsProps {
  owners: DashboardDocument['owners']
  onOwners: (owners: DashboardDocument['owners']) => void
  /** absent: roles give no access to dashboards */
  roles: DashboardDocument['roles']
  onRoles: (roles: Named[]) => void
}

function AccessFields({ owners, onOwners, roles, onRoles }: AccessFieldsProps) {
  const t = useText()
  return (
    <div className={roles ? css.pair : undefined}>
      <PeopleField
        label={t(texts.owners)}
        help={t(texts.ownersHelp)}
        load={loadOwners}
        value={owners.map((owner) => ({ id: owner.id, name: `${owner.first_name} ${owner.last_name}` }))}
        onChange={(next) => onOwners(ownersOf(next, owners))}
      />
      {roles ? (
        <PeopleField
          label={t(texts.roles)}
          help={t(texts.rolesHelp)}
          load={loadRoles}
          value={roles}
          onChange={onRoles}
        />
      ) : null}
    </div>
  )
}

interface MetadataFieldProps {
  value: string
  isValid: boolean
  onChange: (text: string) => void
  onFilterMapping: (() => void) | undefined
}

function MetadataField({ value, isValid, onChange, onFilterMapping }: MetadataFieldProps) {
  const t = useText()
  return (
    <details>
      <summary>{t(texts.advanced)}</summary>
      <Field
        label={t(texts.metadata)}
        help={
          <>
            {t(texts.metadataHelp)} {t(texts.keepScopes)}{' '}
            {onFilterMapping ? (
              <button type="button" className={css.link} onClick={onFilterMapping}>
                {t(texts.useMapping)}
              </button>
            ) : (
              t(texts.useMapping)
            )}
          </>
        }
        error={isValid ? undefined : t(texts.invalid)}
      >
        <CodeField label={t(texts.metadata)} language="json" invalid={!isValid} value={value} onChange={onChange} />
      </Field>
    </details>
  )
}

function SchemeRefused({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useText()
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={t(texts.error)}
      width={400}
      footer={
        <Button size="md" variant="primary" onClick={onClose}>
          {t(texts.ok)}
        </Button>
      }
    >
      <p>{t(texts.badScheme)}</p>
    </Dialog>
  )
}

interface ClearableSelectProps {
  label: string
  help: string
  placeholder: string
  options: readonly SelectOption<string>[]
  value: string | undefined
  onChange: (value: string | undefined) => void
}

function ClearableSelect({ label, help, placeholder, options, value, onChange }: ClearableSelectProps) {
  return (
    <Field label={label} help={help}>
      <Select
        label={label}
        size="md"
        clearable
        placeholder={placeholder}
        options={options}
        value={value}
        onChange={onChange}
      />
    </Field>
  )
}

interface Named {
  id: number
  name: string
}

interface PeopleFieldProps {
  label: string
  help: string
  load: typeof loadOwners
  value: readonly Named[]
  onChange: (value: Named[]) => void
}

/** Users or roles by name. */
function PeopleField({ label, help, load, value, onChange }: PeopleFieldProps) {
  const [names, setNames] = useState<ReadonlyMap<number, string>>(
    () => new Map(value.map(({ id, name }) => [id, name])),
  )
  const loadNamed = useCallback(
    async (search: string, page: number, signal: AbortSignal) => {
      const answer = await load(search, page, signal)
      setNames((known) => new Map([...known, ...answer.options.map((one) => [one.value, one.label] as const)]))
      return answer
    },
    [load],
  )
  return (
    <Field label={label} help={help}>
      <MultiSelect
        label={label}
        size="md"
        wrap
        load={loadNamed}
        value={value.map(({ id }) => id)}
        labelOf={(id) => names.get(id)}
        onChange={(ids) => onChange(ids.map((id) => ({ id, name: names.get(id) ?? String(id) })))}
      />
    </Field>
  )
}

/**
 * The color scheme to save; empty for none, undefined if there is no such scheme. A scheme in the metadata text counts
 * like a selected one; an unknown scheme that is already stored is kept.
 */
export function wantedScheme(of: {
  stored: unknown
  typed: unknown
  selected: string | undefined
}): string | undefined {
  const stored = of.stored ?? ''
  const typed = of.typed ?? ''
  const wanted = typed === stored ? (of.selected ?? '') : typed
  if (typeof wanted !== 'string') return undefined
  const isKnown = wanted === '' || wanted === stored || categoricalChoices.some(([value]) => value === wanted)
  return isKnown ? wanted : undefined
}

/** A time zone in the metadata text counts like a selected one. Without a time zone, the key is omitted. */
function withZone(typed: Record<string, unknown>, stored: unknown, selected: string | undefined) {
  const { time_zone: inText, ...rest } = typed
  const wanted = (inText ?? '') === (stored ?? '') ? selected : inText
  return wanted ? { ...rest, time_zone: wanted } : rest
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
