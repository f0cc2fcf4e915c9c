import math
import paddle


class Block(paddle.nn.Layer):
    def __init__(self, dim, heads, dropout=0.1):
        super().__init__()
        self.heads = heads
        self.norm1 = paddle.nn.LayerNorm(dim)
        self.norm2 = paddle.nn.LayerNorm(dim)
        self.qkv = paddle.nn.Linear(dim, 3 * dim)
        self.out = paddle.nn.Linear(dim, dim)
        self.mlp = paddle.nn.Sequential(paddle.nn.Linear(dim, 4 * dim), paddle.nn.GELU(), paddle.nn.Linear(4 * dim, dim), paddle.nn.Dropout(dropout))
        self.register_buffer("mask", paddle.tril(paddle.ones(64, 64)).reshape(1, 1, 64, 64))

    def forward(self, x):
        b, n, d = x.size()
        q, k, v = self.qkv(self.norm1(x)).chunk(3, dim=-1)
        q = q.reshape(b, n, self.heads, d // self.heads).transpose(1, 2)
        k = k.reshape(b, n, self.heads, d // self.heads).transpose(1, 2)
        v = v.reshape(b, n, self.heads, d // self.heads).transpose(1, 2)
        att = (q @ k.transpose(-2, -1)) / math.sqrt(d // self.heads)
        att = att.masked_fill(self.mask[:, :, :n, :n] == 0, float("-inf"))
        att = paddle.compat.nn.functional.softmax(att, dim=-1)
        y = (att @ v).transpose(1, 2).contiguous().reshape(b, n, d)
        x = x + self.out(y)
        return x + self.mlp(self.norm2(x))


class Model(paddle.nn.Layer):
    def __init__(self, vocab=100, dim=32):
        super().__init__()
        self.embed = paddle.nn.Embedding(vocab, dim)
        self.pos = paddle.nn.Parameter(paddle.zeros(1, 64, dim))
        self.blocks = paddle.nn.LayerList([Block(dim, 4) for _ in range(2)])
        self.head = paddle.nn.Linear(dim, vocab, bias_attr=False)
        self.apply(self.init)

    def init(self, module):
        if isinstance(module, paddle.nn.Linear):
            paddle.nn.init.normal_(module.weight, mean=0.0, std=0.02)
            if module.bias is not None:
                paddle.nn.init.zeros_(module.bias)

    def forward(self, idx, targets=None):
        x = self.embed(idx) + self.pos[:, : idx.size(1)]
        for block in self.blocks:
            x = block(x)
        logits = self.head(x)
        loss = None
        if targets is not None:
            loss = paddle.nn.functional.cross_entropy(logits.reshape(-1, logits.size(-1)), targets.reshape(-1), axis=1)
        return logits, loss


def train(steps=20, device="cpu"):
    paddle.manual_seed(0)
    model = Model().to(device)
    opt = paddle.optimizer.AdamW(parameters=model.parameters(), learning_rate=3e-4, weight_decay=0.1, beta1=0.9, beta2=0.95)
    sched = paddle.optimizer.lr.CosineAnnealingDecay(T_max=steps, learning_rate=opt.get_lr())
    opt.set_lr_scheduler(sched)
    data = paddle.randint(low=0, high=100, shape=(256, 33))
    loader = paddle.io.DataLoader(paddle.io.TensorDataset([data]), batch_size=16, shuffle=True)
    model.train()
    for step, (batch,) in enumerate(loader):
        batch = batch.to(device)
        logits, loss = model(batch[:, :-1], batch[:, 1:])
        opt.clear_grad()
        loss.backward()
        paddle.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        if step % 5 == 0:
            # >>>>>> *.param_groups: the target has no counterpart
            print(step, loss.item(), opt.param_groups[0]["lr"])
    model.eval()
    with paddle.no_grad():
        model(data[:2, :-1])
    paddle.save({"model": model.state_dict(), "opt": opt.state_dict()}, "ck.pt")
    return model


if __name__ == "__main__":
    train()
