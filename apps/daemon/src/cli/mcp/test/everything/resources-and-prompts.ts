/** Resources and prompts that the conformance suite asks for. */
import {
  acceptedContent,
  completable,
  inputRequired,
  type McpServer,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { PIXEL } from './content-tools.ts';

export function registerFixtures(server: McpServer): void {
  registerResources(server);
  registerPrompts(server);
}

function registerResources(server: McpServer): void {
  const text = (name: string, words: string) =>
    server.registerResource(name, `test://${name}`, { description: name, mimeType: 'text/plain' }, (uri) => ({
      contents: [{ uri: uri.href, mimeType: 'text/plain', text: words }],
    }));
  text('static-text', 'This is the content of the static text resource.');
  text('watched-resource', 'Watched resource content');
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { description: 'an image', mimeType: 'image/png' },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: 'image/png', blob: PIXEL }] }),
  );
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'a template', mimeType: 'application/json' },
    (uri, { id }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  );
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
}

const user = (content: object) => ({
  role: 'user' as const,
  content: content as { type: 'text'; text: string },
});
const words = (text: string) => user({ type: 'text', text });

function registerPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'a simple prompt' }, () => ({
    messages: [words('This is a simple prompt for testing.')],
  }));
  const argument = (name: string) =>
    completable(z.string().describe(name), (value) =>
      ['test', 'testing', 'other'].filter((one) => one.startsWith(value)),
    );
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'two arguments',
      argsSchema: z.object({ arg1: argument('first'), arg2: z.string().describe('second') }),
    },
    ({ arg1, arg2 }) => ({ messages: [words(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'embeds a resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({
      messages: [
        user({
          type: 'resource',
          resource: {
            uri: resourceUri,
            mimeType: 'text/plain',
            text: 'Embedded resource content for testing.',
          },
        }),
        words('Please process the embedded resource above.'),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'shows an image' }, () => ({
    messages: [
      user({ type: 'image', data: PIXEL, mimeType: 'image/png' }),
      words('Please analyze the image above.'),
    ],
  }));
  const ask = (context: ServerContext) => {
    const said = acceptedContent<{ context: string }>(context.mcpReq.inputResponses, 'user_context');
    if (said !== undefined) return { messages: [words(`Prompt with context: ${said.context}`)] };
    const requestedSchema = {
      type: 'object' as const,
      properties: { context: { type: 'string' as const } },
      required: ['context'],
    };
    const message = 'What context should the prompt use?';
    return inputRequired({
      inputRequests: { user_context: inputRequired.elicit({ message, requestedSchema }) },
    });
  };
  // Without arguments the SDK hands over the context alone; its type knows only the other form.
  server.registerPrompt('test_input_required_result_prompt', { description: 'asks first' }, ask as never);
}
