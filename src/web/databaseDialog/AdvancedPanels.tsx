import type { ReactNode } from 'react'
import { Checkbox } from '../ui/Checkbox.tsx'
import { CodeField } from '../ui/code/CodeField.tsx'
import { Field } from '../ui/Field.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './DatabaseDialog.module.css'
import { type DatabaseSwitches, invalidJson } from './databaseDraft.ts'
import type { DraftProps } from './ParameterFields.tsx'
import { SchemasField } from './SchemasField.tsx'

const texts = defineTexts('databaseAdvanced', {
  sqlLab: 'SQL Lab',
  sqlLabText: 'What users may do with this database in SQL Lab.',
  expose: 'Expose database in SQL Lab',
  ctas: 'Allow CREATE TABLE AS',
  cvas: 'Allow CREATE VIEW AS',
  ctasSchema: 'CTAS & CVAS SCHEMA',
  ctasSchemaHelp: 'All tables and views that SQL Lab creates are created in this schema.',
  dml: 'Allow DML',
  estimate: 'Enable query cost estimation',
  explorable: 'Allow this database to be explored',
  noPreview: 'Disable SQL Lab data preview queries',
  performance: 'Performance',
  performanceText: 'How long results and names are cached.',
  chartTimeout: 'Chart cache timeout',
  schemaTimeout: 'Schema cache timeout',
  tableTimeout: 'Table cache timeout',
  seconds: 'Seconds; the default of the server if empty',
  async: 'Asynchronous query execution',
  cancel: 'Cancel query on window unload event',
  security: 'Security',
  securityText: 'Secrets, certificates and impersonation.',
  secure: 'Secure extra',
  secureHelp: 'JSON with further secrets of the connection. It is stored encrypted and shown masked.',
  certificate: 'Root certificate',
  certificateHelp: 'PEM text of the certificate that must have signed the certificate of the server.',
  noDrill: 'Disable drill to detail',
  impersonate: 'Impersonate logged in user (Presto, Trino, Drill, Hive, and GSheets)',
  uploads: 'Allow file uploads to database',
  schemas: 'Schemas allowed for File upload',
  other: 'Other',
  otherText: 'Parameters of the engine.',
  metadata: 'Metadata Parameters',
  engine: 'Engine Parameters',
  engineHelp:
    '{names, select, none {They have no effect on this database.} other {Of the connect_args, these have an effect: {names}. All other engine parameters have none.}}',
  version: 'Version',
  versionHelp: 'The version of the database, as text.',
  invalidJson: 'Not a JSON object',
})

/** All settings other than the connection, in four groups. */
export function AdvancedPanels(props: DraftProps) {
  const t = useText()
  return (
    <div className={css.panels}>
      <Panel title={t(texts.sqlLab)} text={t(texts.sqlLabText)}>
        <SqlLabSettings {...props} />
      </Panel>
      <Panel title={t(texts.performance)} text={t(texts.performanceText)}>
        <PerformanceSettings {...props} />
      </Panel>
      <Panel title={t(texts.security)} text={t(texts.securityText)}>
        <SecuritySettings {...props} />
      </Panel>
      <Panel title={t(texts.other)} text={t(texts.otherText)}>
        <OtherSettings {...props} />
      </Panel>
    </div>
  )
}

function Panel({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <details className={css.panel}>
      <summary>
        <span className={css.panelTitle}>{title}</span>
        <span className={css.panelText}>{text}</span>
      </summary>
      <div className={css.panelBody}>{children}</div>
    </details>
  )
}

/** Setters for the switches and for the keys of `extra`. */
function useSwitches({ draft, onChange, disabled }: DraftProps) {
  const t = useText()
  const column = (key: keyof DatabaseSwitches, text: keyof typeof texts) => (
    <Checkbox
      label={t(texts[text])}
      checked={draft[key]}
      disabled={disabled}
      onChange={(isOn) => onChange({ [key]: isOn })}
    />
  )
  const setExtra = (key: string, value: unknown) => onChange({ extra: { ...draft.extra, [key]: value } })
  const extra = (key: string, text: keyof typeof texts, isDefault = false) => (
    <Checkbox
      label={t(texts[text])}
      checked={isDefault ? draft.extra[key] !== false : draft.extra[key] === true}
      disabled={disabled}
      onChange={(isOn) => setExtra(key, isOn)}
    />
  )
  return { column, extra, setExtra }
}

function SqlLabSettings(props: DraftProps) {
  const t = useText()
  const { draft, onChange, disabled } = props
  const { column, extra } = useSwitches(props)
  return (
    <>
      {column('expose_in_sqllab', 'expose')}
      {draft.expose_in_sqllab ? (
        <div className={css.nested}>
          {column('allow_ctas', 'ctas')}
          {column('allow_cvas', 'cvas')}
          {draft.allow_ctas || draft.allow_cvas ? (
            <TextField
              label={t(texts.ctasSchema)}
              size="md"
              maxLength={250}
              autoComplete="off"
              disabled={disabled}
              help={t(texts.ctasSchemaHelp)}
              value={draft.force_ctas_schema}
              onChange={(force_ctas_schema) => onChange({ force_ctas_schema })}
            />
          ) : null}
          {column('allow_dml', 'dml')}
          {extra('cost_estimate_enabled', 'estimate')}
          {extra('allows_virtual_table_explore', 'explorable', true)}
          {extra('disable_data_preview', 'noPreview')}
        </div>
      ) : null}
      {extra('disable_drill_to_detail', 'noDrill')}
    </>
  )
}

function PerformanceSettings(props: DraftProps) {
  const t = useText()
  const { draft, onChange, disabled } = props
  const { column, extra, setExtra } = useSwitches(props)
  const cached = (draft.extra['metadata_cache_timeout'] ?? {}) as Record<string, unknown>
  const timeout = (key: string, text: keyof typeof texts) => (
    <NumberField
      label={t(texts[text])}
      size="md"
      min={0}
      placeholder={t(texts.seconds)}
      disabled={disabled}
      value={typeof cached[key] === 'number' ? cached[key] : null}
      onChange={(value) => {
        const { [key]: _old, ...others } = cached
        setExtra('metadata_cache_timeout', value === null ? others : { ...others, [key]: value })
      }}
    />
  )
  return (
    <>
      <NumberField
        label={t(texts.chartTimeout)}
        size="md"
        min={-1}
        placeholder={t(texts.seconds)}
        disabled={disabled}
        value={draft.cache_timeout}
        onChange={(cache_timeout) => onChange({ cache_timeout })}
      />
      {timeout('schema_cache_timeout', 'schemaTimeout')}
      {timeout('table_cache_timeout', 'tableTimeout')}
      {column('allow_run_async', 'async')}
      {extra('cancel_query_on_windows_unload', 'cancel')}
    </>
  )
}

function SecuritySettings(props: DraftProps) {
  const t = useText()
  const { draft, onChange, errors, disabled } = props
  const { column, setExtra } = useSwitches(props)
  const schemas = draft.extra['schemas_allowed_for_file_upload']
  return (
    <>
      <JsonField {...props} field="masked_encrypted_extra" label={t(texts.secure)} help={t(texts.secureHelp)} />
      <TextArea
        label={t(texts.certificate)}
        rows={4}
        disabled={disabled}
        placeholder="-----BEGIN CERTIFICATE-----"
        help={t(texts.certificateHelp)}
        error={errors['server_cert']}
        value={draft.server_cert}
        onChange={(server_cert) => onChange({ server_cert })}
      />
      {column('impersonate_user', 'impersonate')}
      {draft.engineInformation?.supports_file_upload === false ? null : (
        <>
          {column('allow_file_upload', 'uploads')}
          {draft.allow_file_upload ? (
            <SchemasField
              label={t(texts.schemas)}
              disabled={disabled}
              value={Array.isArray(schemas) ? schemas.map(String) : []}
              onChange={(list) => setExtra('schemas_allowed_for_file_upload', list)}
            />
          ) : null}
        </>
      )}
    </>
  )
}

function OtherSettings(props: DraftProps) {
  const t = useText()
  const { draft, disabled } = props
  const { setExtra } = useSwitches(props)
  return (
    <>
      <JsonField {...props} field="metadata_params" label={t(texts.metadata)} />
      <JsonField
        {...props}
        field="engine_params"
        label={t(texts.engine)}
        help={draft.product && t(texts.engineHelp, { names: draft.product.connect_args.join(', ') || 'none' })}
      />
      <TextField
        label={t(texts.version)}
        size="md"
        disabled={disabled}
        help={t(texts.versionHelp)}
        value={String(draft.extra['version'] ?? '')}
        onChange={(version) => setExtra('version', version === '' ? undefined : version)}
      />
    </>
  )
}

interface JsonFieldProps extends DraftProps {
  field: 'masked_encrypted_extra' | 'metadata_params' | 'engine_params'
  label: string
  help?: string
}

function JsonField({ draft, onChange, disabled, errors, field, label, help }: JsonFieldProps) {
  const t = useText()
  const error = invalidJson(draft).includes(field) ? t(texts.invalidJson) : errors[field]
  return (
    <Field label={label} help={help} error={error}>
      {disabled ? (
        <pre className={css.fixed}>{draft[field]}</pre>
      ) : (
        <CodeField
          label={label}
          language="json"
          invalid={error !== undefined}
          value={draft[field]}
          onChange={(text) => onChange({ [field]: text })}
        />
      )}
    </Field>
  )
}
