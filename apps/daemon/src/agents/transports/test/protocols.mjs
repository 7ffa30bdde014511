// How each protocol says the few things a scenario can say. `hear` answers what has to be answered by itself.

/** Writes one frame byte by byte in three writes, cut where a character is. */
function inPieces(frame) {
  const bytes = Buffer.from(`${JSON.stringify(frame)}\n`);
  const cut = bytes.findIndex((byte) => byte > 0x7f) + 1;
  process.stdout.write(bytes.subarray(0, cut));
  setTimeout(() => process.stdout.write(bytes.subarray(cut, cut + 5)), 15);
  return new Promise((done) => setTimeout(() => process.stdout.write(bytes.subarray(cut + 5), done), 30));
}

function acp(send, scenario) {
  let prompt = null;
  const update = (body) => ({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 's1', update: body },
  });
  const chunk = (text, kind = 'agent_message_chunk') =>
    update({ sessionUpdate: kind, content: { type: 'text', text } });
  const stop = (stopReason, more = {}) =>
    send({ jsonrpc: '2.0', id: prompt, result: { stopReason, ...more } });
  const fail = (code, message, data) => send({ jsonrpc: '2.0', id: prompt, error: { code, message, data } });
  let used = null;
  return {
    begin() {
      used = null;
    },
    hear({ id, method, params, result, error }) {
      if (method === 'initialize') {
        if (scenario === 'version')
          return send({ jsonrpc: '2.0', id, result: { protocolVersion: 7, agentCapabilities: {} } });
        if (scenario === 'hello-broken') return send({ jsonrpc: '2.0', id, result: { hello: true } });
        send({ jsonrpc: '2.0', id: 'unasked', result: {} });
        return send({
          jsonrpc: '2.0',
          id,
          result: { protocolVersion: 1, agentCapabilities: {}, clientSaw: params },
        });
      }
      if (method === 'session/new') {
        if (scenario === 'auth')
          return send({ jsonrpc: '2.0', id, error: { code: -32000, message: 'Authentication required' } });
        if (scenario === 'session-broken') return send({ jsonrpc: '2.0', id, result: {} });
        const modes =
          scenario === 'modes'
            ? {
                modes: {
                  currentModeId: 'auto',
                  availableModes: [
                    { id: 'auto', name: 'A' },
                    { id: 'default', name: 'D' },
                  ],
                },
              }
            : {};
        return send({ jsonrpc: '2.0', id, result: { sessionId: 's1', ...modes } });
      }
      if (method === 'session/set_mode') {
        this.mode = params.modeId;
        return send({ jsonrpc: '2.0', id, result: {} });
      }
      if (method === 'session/prompt') {
        prompt = id;
        return { ask: params.prompt[0].text };
      }
      if (method === 'session/cancel') return { cancel: true };
      if (id === 'p1') {
        send(chunk(`told: ${JSON.stringify(result ?? error)}`));
        return stop('end_turn');
      }
    },
    text: (text) => send(chunk(text)),
    thought: (text) => send(chunk(text, 'agent_thought_chunk')),
    nothing: () => send(update({ sessionUpdate: 'a_kind_of_the_future', what: 1 })),
    usage(inputTokens, outputTokens) {
      used = { usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens } };
    },
    end: () => stop('end_turn', used ?? {}),
    cancelled: () => stop('cancelled'),
    failure: (message) => fail(-32603, 'Internal error', { details: message }),
    async split(text) {
      await inPieces(chunk(text));
      stop('end_turn');
    },
    permission() {
      send({
        jsonrpc: '2.0',
        id: 'p1',
        method: 'session/request_permission',
        params: {
          sessionId: 's1',
          toolCall: { toolCallId: 't', title: 'rm -rf /' },
          options: [
            { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
            { optionId: 'no', name: 'No', kind: 'reject_once' },
          ],
        },
      });
    },
    special(name) {
      switch (name) {
        case 'modes':
          this.text(`mode ${this.mode}`);
          return this.end();
        case 'refusal':
          this.text('I will not');
          return stop('refusal');
        case 'max_tokens':
        case 'max_turn_requests':
        case 'a_reason_of_the_future':
          this.text('half an ');
          return stop(name);
        case 'self-cancelled':
          return stop('cancelled');
        case 'status-in-code':
          return fail(429, 'slow down please');
        case 'auth-late':
          return fail(-32000, 'Authentication required');
        case 'chunk-broken':
          return send(update({ sessionUpdate: 'agent_message_chunk', text: 'no content' }));
        case 'answer-broken':
          return send({ jsonrpc: '2.0', id: prompt, result: { done: true } });
        case 'reads-file':
          return send({
            jsonrpc: '2.0',
            id: 'p1',
            method: 'fs/read_text_file',
            params: { sessionId: 's1', path: '/etc/passwd' },
          });
        case 'opens-terminal':
          return send({
            jsonrpc: '2.0',
            id: 'p1',
            method: 'terminal/create',
            params: { sessionId: 's1', command: 'id' },
          });
        case 'other-session':
          send({
            jsonrpc: '2.0',
            method: 'session/update',
            params: {
              sessionId: 's2',
              update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'not mine' } },
            },
          });
          this.text('mine');
          return this.end();
        case 'retries-aloud':
          this.text('half an ');
          this.text('Info: Response was interrupted due to a server error. Retrying...');
          this.text('whole answer');
          return this.end();
        case 'complains':
          this.text('Info: Request failed due to a transient API error. Retrying...');
          this.text(
            'Error: Authentication failed with provider at http://x/v1 (HTTP 401).\n  Check your key.',
          );
          return this.end();
        case 'error-is-text':
          this.text('Error: ');
          this.text('handling on this page is missing.');
          return this.end();
        case 'complains-used':
          this.text('Error: No response was returned. Send your message again to retry.');
          this.usage(10, 5);
          return this.end();
        case 'notes':
          this.text('Info: Operation cancelled by user');
          return this.end();
      }
    },
  };
}

function codex(send, scenario) {
  let turn = 0;
  let items = 0;
  const id = () => `turn-${turn}`;
  const note = (method, params) => send({ method, params: { threadId: 't1', turnId: id(), ...params } });
  const completed = (status, error = null) =>
    send({
      method: 'turn/completed',
      params: { threadId: 't1', turn: { id: id(), status, error, items: [] } },
    });
  let said = '';
  const total = { inputTokens: 0, outputTokens: 0 };
  const wrong = (message, codexErrorInfo, additionalDetails = null) => ({
    message,
    codexErrorInfo,
    additionalDetails,
  });
  return {
    begin() {
      said = '';
      items++;
      send({
        method: 'turn/started',
        params: { threadId: 't1', turn: { id: id(), status: 'inProgress', error: null } },
      });
    },
    hear({ id: request, method, params, result, error }) {
      if (method === 'initialize') return send({ id: request, result: { userAgent: 'x' } });
      if (method === 'thread/start') {
        if (scenario === 'auth')
          return send({ id: request, error: { code: -32600, message: '401 Unauthorized: log in' } });
        if (scenario === 'session-broken') return send({ id: request, result: {} });
        this.started = params;
        return send({ id: request, result: { thread: { id: 't1' } } });
      }
      if (method === 'turn/start') {
        turn++;
        send({ id: request, result: { turn: { id: id(), status: 'inProgress' } } });
        return { ask: params.input[0].text };
      }
      if (method === 'turn/interrupt') {
        send({ id: request, result: {} });
        return { cancel: true };
      }
      if (request === 'p1') {
        this.text(`told: ${JSON.stringify(result ?? error)}`);
        return this.end();
      }
    },
    text(text) {
      said += text;
      return note('item/agentMessage/delta', { itemId: `i${items}`, delta: text });
    },
    thought: (text) => note('item/reasoning/textDelta', { itemId: 'r', delta: text, contentIndex: 0 }),
    nothing: () => send({ method: 'thread/status/changed', params: { threadId: 't1' } }),
    usage(inputTokens, outputTokens) {
      total.inputTokens += inputTokens;
      total.outputTokens += outputTokens;
      note('thread/tokenUsage/updated', { tokenUsage: { last: { inputTokens, outputTokens }, total } });
      // A turn that is stopped tells it again.
      note('thread/tokenUsage/updated', { tokenUsage: { last: { inputTokens, outputTokens }, total } });
    },
    end() {
      note('item/completed', { item: { type: 'agentMessage', id: `i${items}`, text: said } });
      completed('completed');
    },
    cancelled: () => completed('interrupted'),
    failure: (message) => completed('failed', wrong(message, 'other')),
    async split(text) {
      said = text;
      await inPieces({
        method: 'item/agentMessage/delta',
        params: { threadId: 't1', turnId: id(), itemId: `i${items}`, delta: text },
      });
      this.end();
    },
    permission() {
      send({ id: 'p1', method: 'item/commandExecution/requestApproval', params: { command: 'rm -rf /' } });
    },
    special(name) {
      switch (name) {
        case 'read-only':
          this.text(JSON.stringify(this.started));
          return this.end();
        case 'reconnects':
          this.text('half an ');
          note('error', {
            willRetry: true,
            error: wrong('Reconnecting... 1/5', { responseStreamDisconnected: { httpStatusCode: null } }),
          });
          items++;
          said = '';
          this.text('whole answer');
          return this.end();
        case 'no-network':
          for (let i = 0; i < 3; i++)
            note('error', {
              willRetry: true,
              error: wrong(
                'Reconnecting... waiting for network',
                { responseStreamDisconnected: { httpStatusCode: null } },
                'Connection failed: error sending request',
              ),
            });
          return;
        case 'status':
          return completed(
            'failed',
            wrong('unexpected status', { httpConnectionFailed: { httpStatusCode: 401 } }),
          );
        case 'limited':
          return completed('failed', wrong('x', { responseTooManyFailedAttempts: { httpStatusCode: 429 } }));
        case 'overloaded':
          return completed('failed', wrong('x', 'internalServerError'));
        case 'disconnected':
          this.text('half an ');
          return completed(
            'failed',
            wrong('stream disconnected before completion: Transport error: network error', 'other'),
          );
        case 'too-long':
          return completed('failed', wrong('x', 'contextWindowExceeded'));
        case 'policy':
          return completed('failed', wrong('x', 'cyberPolicy'));
        case 'corrected':
          this.text('wrong words');
          said = 'right words';
          return this.end();
        case 'delta-broken':
          return send({ method: 'item/agentMessage/delta', params: { turnId: id(), itemId: 'i' } });
        case 'self-cancelled':
          return completed('interrupted');
        case 'other-turn':
          send({
            method: 'item/agentMessage/delta',
            params: { threadId: 't1', turnId: 'turn-0', itemId: 'x', delta: 'old' },
          });
          this.text('new');
          return this.end();
      }
    },
  };
}

function claude(send, _scenario) {
  let n = 0;
  let said = '';
  let cost = 0;
  let used = { input_tokens: 0, output_tokens: 0 };
  const event = (body, more = {}) =>
    send({ type: 'stream_event', event: body, parent_tool_use_id: null, ...more });
  const assistant = (id, text, model = 'm') =>
    send({
      type: 'assistant',
      parent_tool_use_id: null,
      message: { id, model, content: [{ type: 'text', text }] },
    });
  const result = (more) =>
    send({
      type: 'result',
      subtype: 'success',
      is_error: false,
      stop_reason: 'end_turn',
      usage: used,
      total_cost_usd: cost,
      ...more,
    });
  const start = () => {
    n++;
    said = '';
    event({ type: 'message_start', message: { id: `m${n}` } });
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
  };
  return {
    begin() {
      used = { input_tokens: 0, output_tokens: 0 };
      start();
    },
    hear(frame) {
      if (frame.type === 'user') return { ask: frame.message.content[0].text };
      if (frame.type === 'control_request') {
        send({ type: 'control_response', response: { subtype: 'success', request_id: frame.request_id } });
        return { cancel: true };
      }
      if (frame.type === 'control_response') {
        this.text(`told: ${JSON.stringify(frame.response)}`);
        this.end();
      }
    },
    text(text) {
      said += text;
      return event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } });
    },
    thought: (thinking) =>
      event({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking } }),
    nothing: () => send({ type: 'system', subtype: 'status', status: 'requesting' }),
    usage(input_tokens, output_tokens) {
      cost += 0.5;
      used = { input_tokens, output_tokens };
    },
    end() {
      if (said !== '') assistant(`m${n}`, said);
      result({ result: said });
    },
    cancelled: () => result({ subtype: 'error_during_execution', is_error: true, stop_reason: null }),
    failure: (message) => result({ is_error: true, result: message }),
    async split(text) {
      said = text;
      await inPieces({
        type: 'stream_event',
        parent_tool_use_id: null,
        event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
      });
      this.end();
    },
    permission: () =>
      send({
        type: 'control_request',
        request_id: 'p1',
        request: { subtype: 'can_use_tool', tool_name: 'Bash' },
      }),
    special(name) {
      switch (name) {
        case 'asks-again':
          // A stream that is cut is asked again in silence, and the whole message is another.
          this.text('half an ');
          event({ type: 'message_stop' }, { abandoned_blocks: { from_block_index: 0 } });
          assistant('m-again', 'whole answer');
          return result({ result: 'whole answer' });
        case 'status':
          assistant('x', 'Failed to authenticate. API Error: 401', '<synthetic>');
          return result({ is_error: true, api_error_status: 401, result: 'Failed to authenticate.' });
        case 'refusal':
          this.text('I will ');
          return result({ stop_reason: 'refusal', result: 'API Error: safeguards flagged this message' });
        case 'retry-notice':
          send({
            type: 'system',
            subtype: 'api_retry',
            attempt: 1,
            max_retries: 2,
            error_status: 429,
            retry_delay_ms: 500,
          });
          this.text('fine');
          return this.end();
      }
    },
  };
}

function pi(send, scenario) {
  let said = '';
  let used = null;
  const event = (assistantMessageEvent) => send({ type: 'message_update', assistantMessageEvent });
  const over = (stopReason, errorMessage) => {
    const message = {
      role: 'assistant',
      content: [{ type: 'text', text: said }],
      stopReason,
      ...(used && { usage: used }),
      ...(errorMessage && { errorMessage }),
    };
    send({ type: 'message_end', message });
    send({ type: 'agent_end', messages: [], willRetry: false });
  };
  return {
    begin() {
      said = '';
      used = null;
      send({ type: 'agent_start' });
      send({ type: 'message_start', message: { role: 'assistant', content: [], stopReason: 'pending' } });
    },
    hear(frame) {
      if (frame.type === 'abort') {
        send({ type: 'response', command: 'abort', success: true });
        return { cancel: true };
      }
      if (frame.type === 'prompt') {
        if (scenario === 'auth')
          return send({
            type: 'response',
            command: 'prompt',
            success: false,
            error: 'No API key found for s',
          });
        send({ type: 'response', command: 'prompt', success: true });
        return { ask: frame.message };
      }
      if (frame.type === 'extension_ui_response') {
        this.text(`told: ${JSON.stringify(frame)}`);
        return this.end();
      }
      send({ type: 'response', command: frame.type, success: true });
    },
    text(text) {
      said += text;
      return event({ type: 'text_delta', delta: text });
    },
    thought: (text) => event({ type: 'thinking_delta', delta: text }),
    nothing: () => send({ type: 'turn_start' }),
    usage(input, output) {
      used = { input, output, cost: { total: 0 } };
    },
    end: () => over('stop'),
    cancelled: () => over('aborted', 'Request was aborted'),
    failure: (message) => over('error', message),
    async split(text) {
      said = text;
      await inPieces({ type: 'message_update', assistantMessageEvent: { type: 'text_delta', delta: text } });
      this.end();
    },
    permission: () => send({ type: 'extension_ui_request', id: 'p1', method: 'confirm', title: 'Run rm?' }),
    special(name) {
      switch (name) {
        case 'length':
          this.text('half an ');
          return over('length');
        case 'self-cancelled':
          return over('aborted', 'Request was aborted');
        case 'connection':
          return over('error', 'Connection error.');
      }
    },
  };
}

export const PROTOCOLS = { acp, 'codex-app-server': codex, 'claude-stream': claude, 'pi-rpc': pi };
