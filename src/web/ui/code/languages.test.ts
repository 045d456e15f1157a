import { type StreamParser, StringStream } from '@codemirror/language'
import { describe, expect, it } from 'vitest'
import { cssParser, htmlParser, jsonParser, markdownParser } from './languages.ts'

/** The highlighted tokens of a text, line by line. */
function colours<S>(parser: StreamParser<S>, text: string): [string, string][] {
  const state = (parser.startState?.(2) ?? null) as S
  return text.split('\n').flatMap((line) => {
    const stream = new StringStream(line, 2, 2)
    const found: [string, string][] = []
    while (!stream.eol()) {
      stream.start = stream.pos
      const style = parser.token(stream, state)
      expect(stream.pos, `stuck at "${line.slice(stream.pos)}"`).toBeGreaterThan(stream.start)
      if (style) found.push([stream.current(), style])
    }
    return found
  })
}

describe('highlighting', () => {
  it('of templates', () => {
    expect(
      colours(htmlParser, '<!-- a\nb --><p class="x {{y}}">{{#each data}}1 < 2</p>\n{{!-- c --}}<br/>{{open'),
    ).toEqual([
      ['<!-- a', 'comment'],
      ['b -->', 'comment'],
      ['<p', 'keyword'],
      ['class', 'propertyName'],
      ['"x ', 'string'],
      ['{{y}}', 'variableName'],
      ['"', 'string'],
      ['>', 'keyword'],
      ['{{#each data}}', 'variableName'],
      ['</p', 'keyword'],
      ['>', 'keyword'],
      ['{{!-- c --}}', 'comment'],
      ['<br', 'keyword'],
      ['/>', 'keyword'],
    ])
  })

  it('of CSS', () => {
    expect(
      colours(cssParser, '/* a\nb */ .tile:hover {\n  color: #ff0000; content: "x{"; width: 1.5em }\n@media x'),
    ).toEqual([
      ['/* a', 'comment'],
      ['b */', 'comment'],
      ['.tile', 'variableName'],
      ['hover', 'variableName'],
      ['color', 'propertyName'],
      ['#ff0000', 'number'],
      ['content', 'propertyName'],
      ['"x{"', 'string'],
      ['width', 'propertyName'],
      ['1.5em', 'number'],
      ['@media', 'keyword'],
      ['x', 'variableName'],
    ])
  })

  it('of Markdown', () => {
    expect(colours(markdownParser, '# Title\n- **bold** and *soft* `code`\n```\n# no title\n```\n[a](b)')).toEqual([
      ['# Title', 'heading'],
      ['- ', 'keyword'],
      ['**bold**', 'strong'],
      ['*soft*', 'emphasis'],
      ['`code`', 'string'],
      ['```', 'keyword'],
      ['# no title', 'string'],
      ['```', 'keyword'],
      ['[a](b)', 'link'],
    ])
  })

  it('of JSON', () => {
    expect(colours(jsonParser, '{"a": "b", "c": [-1.5e3, true]}')).toEqual([
      ['"a"', 'propertyName'],
      ['"b"', 'string'],
      ['"c"', 'propertyName'],
      ['-1.5e3', 'number'],
      ['true', 'keyword'],
    ])
  })
})
