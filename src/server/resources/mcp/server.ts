import { McpServer } from '@modelcontextprotocol/server'
import { AppError } from '../../../model/errors/errors.ts'
import { audit } from '../../access/audit.ts'
import { dataTools } from './dataTools.ts'
import { findTools } from './findTools.ts'
import { pictureTools } from './pictureTools.ts'
import { saveTools } from './saveTools.ts'
import { Illustrated, type Tool, type ToolContext } from './tool.ts'

const tools: readonly Tool[] = [...findTools, ...dataTools, ...pictureTools, ...saveTools]

const instructions = [
  'Sextant is a data exploration and dashboard application.',
  'Find a dataset, describe it, then query it; prefer saved metrics to SQL of your own.',
  'Explain numbers that matter with explain_number, and give users the links that tools return.',
].join(' ')

/** The server of one request: its tools work with the rights of the key's owner. */
export function serverFor(context: ToolContext): McpServer {
  const server = new McpServer(
    { name: 'sextant', title: 'Sextant', version: context.services.version },
    { instructions },
  )
  const mayChange = context.subject.apiKey?.scope === 'all'
  for (const tool of tools) {
    if (tool.changes && !mayChange) continue
    const { name, title, description, input: inputSchema } = tool
    const annotations = { readOnlyHint: !tool.changes, openWorldHint: false }
    server.registerTool(name, { title, description, inputSchema, annotations }, (input) => call(tool, input, context))
  }
  return server
}

/** The result of a tool as JSON, and its image. Expected failures are results too, so that the model can try again. */
async function call(tool: Tool, input: Record<string, unknown>, context: ToolContext) {
  const { services, subject, address } = context
  const note = (outcome: 'ok' | 'failed') =>
    audit(services.db, { action: 'mcp_call', outcome, subject, address, details: { tool: tool.name } }, services.now())
  try {
    const result = await tool.run(input, context)
    await note('ok')
    return contentOf(result)
  } catch (error) {
    await note('failed')
    if (!(error instanceof AppError)) services.log.error({ err: error, tool: tool.name }, 'unexpected error of a tool')
    return { ...textOf(error instanceof AppError ? error.message : 'Unexpected error'), isError: true }
  }
}

function contentOf(result: unknown) {
  if (!(result instanceof Illustrated)) return textOf(JSON.stringify(result))
  const image = { type: 'image' as const, data: result.picture.toString('base64'), mimeType: 'image/png' }
  return { content: [...textOf(JSON.stringify(result.value)).content, image] }
}

const textOf = (text: string) => ({ content: [{ type: 'text' as const, text }] })
